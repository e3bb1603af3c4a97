import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { ClosedLot, readLedger } from '#contract/bidding/ledger.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { chainStart, lineOf, sealedChainStart, sealedLineOf } from '../ledger-line.ts'
import { presentStanding, type StandingRow } from '../present.ts'
import {
  findLedger,
  findSealed,
  standingsOfLots,
  type LedgerPage,
  type LedgerTextRow,
  type SealedTextRow,
} from './store.ts'

/**
 * A page of a lot's public ledger, or null where there is no such lot. `next` is the sequence to continue from (`before` it, or `after` it
 * where only `after` was given). Texts, hashes, sealed events and `closed` appear once the lot has ended: before, sealed events are not
 * even read. Source: the rulebook, "The ledger".
 */
export async function readLedgerPage(
  app: App,
  lotId: string,
  page: LedgerPage,
): Promise<ReplyOf<typeof readLedger> | null> {
  // The standing is read first: if the lot ends in between, a page marked closed still has all its entries.
  const [standing] = await standingsOfLots(app.db, [lotId])
  if (standing === undefined) return null
  const { status } = standing
  const rows = await findLedger(app.db, lotId, page)
  const shown = rows.slice(0, page.limit)
  const isFinal = status !== 'scheduled' && status !== 'open'
  const next = rows.length > page.limit ? (shown.at(-1)?.sequence ?? null) : null
  if (!isFinal) return { items: shown.map(({ text }) => ({ line: lineOf(text) })), next }
  const sealed = Map.groupBy(await sealedOf(app, lotId, shown), (row) => row.after_sequence)
  const items = shown.map((row) => presentEntry(row, sealed.get(row.sequence) ?? []))
  return { items, next, closed: await closedLot(app, standing) }
}

async function closedLot(app: App, row: StandingRow): Promise<ClosedLot> {
  const auction = await readAuctionRow(app.db, row.auction_id)
  if (auction === undefined) throw new Error(`lot ${row.lot_id} is in no auction`)
  const { auctionKind, openingBid, bidUnit, increments, opensAt, scheduledCloseAt, extensionWindowMs, extensionMs } =
    row.terms
  const steps = increments.map(([from, step]): [number, number] => [from, step])
  return {
    chainStart: { text: `lot:${row.lot_id}`, hash: chainStart(row.lot_id).toString('hex') },
    sealedChainStart: { text: `sealed:${row.lot_id}`, hash: sealedChainStart(row.lot_id).toString('hex') },
    currency: auction.currency,
    terms: {
      saleKind: auctionKind,
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

async function sealedOf({ db }: App, lotId: string, shown: readonly LedgerTextRow[]): Promise<SealedTextRow[]> {
  const sequences = shown.map(({ sequence }) => sequence)
  return sequences.length === 0 ? [] : findSealed(db, lotId, Math.min(...sequences), Math.max(...sequences))
}

function presentEntry({ text, hash }: LedgerTextRow, sealed: readonly SealedTextRow[]) {
  const following = sealed.map((row) => ({
    line: sealedLineOf(row.text),
    text: row.text,
    hash: row.hash.toString('hex'),
  }))
  const entry = { line: lineOf(text), text, hash: hash.toString('hex') }
  return following.length === 0 ? entry : { ...entry, sealed: following }
}
