import type { LotEvent } from '#engine'
import { newId } from '#server/platform/id.ts'
import type { Keys } from '#server/platform/keys.ts'
import { storedOutcome } from './answer.ts'
import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { Participation } from './participations.ts'
import { sealStanding } from './sealed.ts'
import type { BatchWrites, Columns } from './store.ts'

/** A decided batch as columns, ready for one statement a table. `fresh`: participations that may not be recorded yet. */
export function writesOf(batch: DecidedBatch, fresh: Participation[], keys: Keys): BatchWrites {
  const changed = batch.books.filter((book) => book.rows.length > 0)
  const rows = changed.flatMap((book) => book.rows)
  const told = changed.flatMap(outboxOf)
  return {
    ledger: columns(rows, 9, (row) => [
      row.lotId,
      row.sequence,
      row.event.at,
      row.event.type,
      row.text,
      row.hash,
      row.bidderId,
      row.bidId,
      row.sealed,
    ]),
    attempts: columns(batch.attempts, 7, ({ act, fingerprint, outcome }) => [
      act.bidId,
      act.lotId,
      act.bidder.id,
      fingerprint,
      batch.now,
      outcome.ok ? 'accepted' : outcome.rejection.code,
      storedOutcome(keys, outcome),
    ]),
    standings: columns(changed, 13, ({ lotId, state, hash }) => [
      lotId,
      state.status,
      state.sequence,
      state.closesAt,
      state.price,
      state.leader?.id ?? null,
      state.leader?.paddle ?? null,
      state.leader === null ? null : sealStanding(keys, lotId, state),
      state.floor,
      state.reserveMet,
      state.bidCount,
      state.extensions,
      hash,
    ]),
    participations: columns(fresh, 3, ({ bidderId, lotId, at }) => [bidderId, lotId, at]),
    outbox: columns(told, 3, ([topic, payload]) => [newId(), topic, JSON.stringify(payload)]),
    due: columns(changed.filter(justSold), 3, ({ lotId, state }) => [lotId, state.leader?.id, state.price]),
    audit: columns(batch.audited, 5, ({ act, actorId }) => [
      newId(),
      actorId,
      act.command.type,
      act.lotId,
      'cause' in act.command ? act.command.cause : null,
    ]),
  }
}

/** Turns rows into `width` columns. */
function columns<T>(rows: readonly T[], width: number, cells: (row: T) => unknown[]): Columns {
  const out: Columns = Array.from({ length: width }, () => Array.from({ length: rows.length }))
  rows.forEach((row, index) => cells(row).forEach((cell, column) => (out[column]![index] = cell)))
  return out
}

function justSold({ before, state }: LotBook): boolean {
  return state.status === 'sold' && before.status !== 'sold'
}

/** What later rooms must hear of a lot, once: its end. */
function outboxOf({ rows, lotId, auctionId, state }: LotBook): [topic: string, payload: object][] {
  const ended = rows.map((row) => row.event).find(isEnd)
  if (ended === undefined) return []
  const payload = { lotId, auctionId, accountId: state.leader?.id ?? null, hammer: state.price, at: ended.at }
  return [[`lot-${state.status}`, payload]]
}

function isEnd(event: LotEvent): boolean {
  return event.type === 'closed' || event.type === 'approved' || event.type === 'lapsed' || event.type === 'withdrawn'
}
