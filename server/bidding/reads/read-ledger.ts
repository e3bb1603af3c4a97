import type { ReplyOf } from '#contract/endpoint.ts'
import type { readLedger } from '#contract/bidding.ts'
import type { House } from '#server/platform/house.ts'
import { lineOf } from '../ledger-line.ts'
import { findLedger, findStatus, type LedgerPage, type LedgerTextRow } from './store.ts'

/**
 * A page of a lot's public ledger, or null where there is no such lot. `next` is the sequence to go on from (`before` it, or `after` it
 * where only `after` was given). Texts and hashes come once the lot has ended. Source: the rulebook, "The ledger".
 */
export async function readLedgerPage(
  house: House,
  lotId: string,
  page: LedgerPage,
): Promise<ReplyOf<typeof readLedger> | null> {
  const [status, rows] = await Promise.all([findStatus(house.db, lotId), findLedger(house.db, lotId, page)])
  if (status === undefined) return null
  const shown = rows.slice(0, page.limit)
  const isFinal = status !== 'scheduled' && status !== 'open'
  const next = rows.length > page.limit ? (shown.at(-1)?.sequence ?? null) : null
  return { items: shown.map((row) => presentLine(row, isFinal)), next }
}

function presentLine({ text, hash }: LedgerTextRow, isFinal: boolean) {
  return { line: lineOf(text), ...(isFinal ? { text, hash: hash.toString('hex') } : {}) }
}
