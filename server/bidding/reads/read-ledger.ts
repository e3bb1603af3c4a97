import type { ReplyOf } from '#contract/endpoint.ts'
import type { ClosedLot, readLedger } from '#contract/bidding.ts'
import { readSale } from '#server/auctions/run-list.ts'
import type { House } from '#server/platform/house.ts'
import { chainStart, lineOf } from '../ledger-line.ts'
import { presentStanding, type StandingRow } from '../present.ts'
import { findLedger, standingsOfLots, type LedgerPage, type LedgerTextRow } from './store.ts'

/**
 * A page of a lot's public ledger, or null where there is no such lot. `next` is the sequence to go on from (`before` it, or `after` it
 * where only `after` was given). Texts, hashes and `closed` come once the lot has ended. Source: the rulebook, "The ledger".
 */
export async function readLedgerPage(
  house: House,
  lotId: string,
  page: LedgerPage,
): Promise<ReplyOf<typeof readLedger> | null> {
  // The standing first: of a lot that ends in between, what is shown as closed has all its entries.
  const [standing] = await standingsOfLots(house.db, [lotId])
  if (standing === undefined) return null
  const { status } = standing
  const rows = await findLedger(house.db, lotId, page)
  const shown = rows.slice(0, page.limit)
  const isFinal = status !== 'scheduled' && status !== 'open'
  const next = rows.length > page.limit ? (shown.at(-1)?.sequence ?? null) : null
  const closed = isFinal ? { closed: await closedLot(house, standing) } : {}
  return { items: shown.map((row) => presentLine(row, isFinal)), next, ...closed }
}

async function closedLot(house: House, row: StandingRow): Promise<ClosedLot> {
  const sale = await readSale(house.db, row.auction_id)
  if (sale === undefined) throw new Error(`lot ${row.lot_id} is in no sale`)
  const { saleKind, openingBid, bidUnit, ladder, opensAt, scheduledCloseAt, extensionWindowMs, extensionMs } = row.terms
  const steps = ladder.map(([from, step]): [number, number] => [from, step])
  return {
    chainStart: { text: `lot:${row.lot_id}`, hash: chainStart(row.lot_id).toString('hex') },
    currency: sale.currency,
    terms: {
      saleKind,
      openingBid,
      bidUnit,
      ladder: steps,
      opensAt,
      scheduledCloseAt,
      extensionWindowMs,
      extensionMs,
    },
    standing: presentStanding(row),
  }
}

function presentLine({ text, hash }: LedgerTextRow, isFinal: boolean) {
  return { line: lineOf(text), ...(isFinal ? { text, hash: hash.toString('hex') } : {}) }
}
