import { parse } from 'csv-parse/sync'
import type { Behavior } from '#server/risk/behavior.ts'

/**
 * The public shill-bidding data of Alzahrani and Sadaoui (2018; UCI Machine Learning Repository, set 562, CC BY 4.0): 6,321 bidders on 807
 * eBay auctions, each with nine features and whether they bid as a shill. The file is not part of the project; its columns are.
 */
export type Labeled = { auction: string; behavior: Behavior; isShill: boolean }

const COLUMNS: Readonly<Record<keyof Behavior, string>> = {
  tendency: 'Bidder_Tendency',
  ratio: 'Bidding_Ratio',
  successive: 'Successive_Outbidding',
  losing: 'Winning_Ratio',
  lastBid: 'Last_Bidding',
  firstBid: 'Early_Bidding',
  intensity: 'Auction_Bids',
  cheapStart: 'Starting_Price_Average',
}

export function readPublicSet(text: string): Labeled[] {
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true, skip_empty_lines: true, trim: true })
  return rows.map((row) => ({
    auction: row['Auction_ID'] ?? '',
    isShill: row['Class'] === '1',
    behavior: {
      tendency: numberIn(row, COLUMNS.tendency),
      ratio: numberIn(row, COLUMNS.ratio),
      successive: numberIn(row, COLUMNS.successive),
      losing: numberIn(row, COLUMNS.losing),
      lastBid: numberIn(row, COLUMNS.lastBid),
      firstBid: numberIn(row, COLUMNS.firstBid),
      intensity: numberIn(row, COLUMNS.intensity),
      cheapStart: numberIn(row, COLUMNS.cheapStart),
    },
  }))
}

function numberIn(row: Record<string, string>, column: string): number {
  const value = Number(row[column])
  if (row[column] === undefined || Number.isNaN(value)) throw new Error(`the file has no number in ${column}`)
  return value
}
