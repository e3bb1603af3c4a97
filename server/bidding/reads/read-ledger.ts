import type { ReplyOf } from '#contract/endpoint.ts'
import type { ClosedLot, readLedger } from '#contract/ledger.ts'
import { readSale } from '#server/auctions/run-list.ts'
import type { House } from '#server/platform/house.ts'
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
 * A page of a lot's public ledger, or null where there is no such lot. `next` is the sequence to go on from (`before` it, or `after` it
 * where only `after` was given). Texts, hashes, sealed events and `closed` come once the lot has ended: before, sealed events are not even
 * read. Source: the rulebook, "The ledger".
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
  if (!isFinal) return { items: shown.map(({ text }) => ({ line: lineOf(text) })), next }
  const sealed = Map.groupBy(await sealedOf(house, lotId, shown), (row) => row.after_sequence)
  const items = shown.map((row) => presentEntry(row, sealed.get(row.sequence) ?? []))
  return { items, next, closed: await closedLot(house, standing) }
}

async function closedLot(house: House, row: StandingRow): Promise<ClosedLot> {
  const sale = await readSale(house.db, row.auction_id)
  if (sale === undefined) throw new Error(`lot ${row.lot_id} is in no sale`)
  const { saleKind, openingBid, bidUnit, ladder, opensAt, scheduledCloseAt, extensionWindowMs, extensionMs } = row.terms
  const steps = ladder.map(([from, step]): [number, number] => [from, step])
  return {
    chainStart: { text: `lot:${row.lot_id}`, hash: chainStart(row.lot_id).toString('hex') },
    sealedChainStart: { text: `sealed:${row.lot_id}`, hash: sealedChainStart(row.lot_id).toString('hex') },
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

async function sealedOf({ db }: House, lotId: string, shown: readonly LedgerTextRow[]): Promise<SealedTextRow[]> {
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
