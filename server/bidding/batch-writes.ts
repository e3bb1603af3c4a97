import type { LotEvent } from '#engine'
import { newId } from '#server/platform/id.ts'
import type { Keys } from '#server/platform/keys.ts'
import { storedOutcome } from './answer.ts'
import { columnsOf } from './columns.ts'
import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { Participation } from './participations.ts'
import { sealStanding } from './sealed.ts'
import type { BatchWrites } from './store.ts'

const LEDGER = ['uuid', 'int8', 'int8', 'text', 'text', 'bytea', 'uuid', 'uuid', 'bytea'] as const
const ATTEMPTS = ['uuid', 'uuid', 'uuid', 'text', 'int8', 'text', 'text'] as const
const STANDINGS = [
  ...(['uuid', 'text', 'int8', 'int8', 'int8', 'uuid', 'int4'] as const),
  ...(['bytea', 'int8', 'bool', 'int4', 'int4', 'bytea'] as const),
]

/** A decided batch as columns, ready for one statement a table. `fresh`: participations that may not be recorded yet. */
export function writesOf(batch: DecidedBatch, fresh: Participation[], keys: Keys): BatchWrites {
  const changed = batch.books.filter((book) => book.rows.length > 0)
  const rows = changed.flatMap((book) => book.rows)
  const told = changed.flatMap(outboxOf)
  return {
    ledger: columnsOf(rows, LEDGER, (row) => [
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
    attempts: columnsOf(batch.attempts, ATTEMPTS, ({ act, fingerprint, outcome }) => [
      act.bidId,
      act.lotId,
      act.bidder.id,
      fingerprint,
      batch.now,
      outcome.ok ? 'accepted' : outcome.rejection.code,
      storedOutcome(keys, outcome),
    ]),
    standings: columnsOf(changed, STANDINGS, ({ lotId, state, hash }) => [
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
    participations: columnsOf(fresh, ['uuid', 'uuid', 'int8'], ({ bidderId, lotId, at }) => [bidderId, lotId, at]),
    outbox: columnsOf(told, ['uuid', 'text', 'jsonb'], ([topic, payload]) => [newId(), topic, JSON.stringify(payload)]),
    due: columnsOf(changed.filter(justSold), ['uuid', 'uuid', 'int8'], ({ lotId, state }) => [
      lotId,
      state.leader?.id ?? null,
      state.price,
    ]),
    audit: columnsOf(batch.audited, ['uuid', 'uuid', 'text', 'text', 'text'], ({ act, actorId }) => [
      newId(),
      actorId,
      act.command.type,
      act.lotId,
      'cause' in act.command ? act.command.cause : null,
    ]),
  }
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
