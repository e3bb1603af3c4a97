import type { LotEvent } from '#engine'
import { newId } from '#server/platform/id.ts'
import type { Keys } from '#server/platform/keys.ts'
import { storedOutcome } from './answer.ts'
import { columnsOf, type Columns } from './columns.ts'
import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { Participation } from './participations.ts'
import { sealStanding, sealTalk } from '../sealed.ts'
import type { BatchWrites } from './store.ts'
import { talkMessages, voidedSales } from './talk-messages.ts'

const LEDGER = ['uuid', 'int8', 'int8', 'text', 'text', 'bytea', 'uuid', 'uuid', 'bytea'] as const
const SEALED = ['uuid', 'int8', 'int8', 'int8', 'text', 'bytea', 'uuid', 'uuid', 'bytea'] as const
const ATTEMPTS = ['uuid', 'uuid', 'uuid', 'text', 'int8', 'text', 'text'] as const
const STANDINGS = [
  ...(['uuid', 'text', 'int8', 'int8', 'int8', 'uuid', 'int4'] as const),
  ...(['bytea', 'int8', 'bool', 'int4', 'int4', 'bytea', 'int8', 'bytea'] as const),
]

/** A decided batch as columns, ready for one statement a table. `fresh`: participations that may not be recorded yet. */
export function writesOf(batch: DecidedBatch, fresh: Participation[], keys: Keys): BatchWrites {
  const changed = batch.books.filter((book) => book.isChanged)
  const rows = changed.flatMap((book) => book.rows)
  const told = [...changed.flatMap(outboxOf), ...voidedSales(batch)]
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
    sealed: sealedColumns(changed),
    attempts: columnsOf(batch.attempts, ATTEMPTS, ({ act, fingerprint, outcome }) => [
      act.bidId,
      act.lotId,
      act.bidder.id,
      fingerprint,
      batch.now,
      outcome.ok ? 'accepted' : outcome.rejection.code,
      storedOutcome(keys, outcome),
    ]),
    standings: columnsOf(changed, STANDINGS, ({ lotId, state, hash, sealedChain }) => [
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
      sealedChain.count,
      sealedChain.hash,
    ]),
    talks: columnsOf(changed.filter(talked), ['uuid', 'bytea', 'int8'], ({ lotId, state: { talk } }) => [
      lotId,
      talk === null ? null : sealTalk(keys, lotId, talk),
      talk === null ? null : talk.isFree ? talk.lapsesAt : talk.boundUntil,
    ]),
    participations: columnsOf(fresh, ['uuid', 'uuid', 'int8'], ({ bidderId, lotId, at }) => [bidderId, lotId, at]),
    outbox: columnsOf(told, ['uuid', 'text', 'jsonb'], ([topic, payload]) => [newId(), topic, JSON.stringify(payload)]),
    due: columnsOf(changed.filter(justSold), ['uuid', 'uuid', 'int8'], ({ lotId, state, totalOf }) => [
      lotId,
      state.leader?.id ?? null,
      state.price === null ? null : totalOf(state.price),
    ]),
    audit: columnsOf(batch.audited, ['uuid', 'uuid', 'text', 'text', 'text'], ({ act, actorId }) => [
      newId(),
      actorId,
      act.command.type,
      act.lotId,
      'cause' in act.command ? (act.command.cause ?? null) : null,
    ]),
    halted: haltedColumns(batch),
  }
}

function sealedColumns(changed: readonly LotBook[]): Columns {
  const rows = changed.flatMap((book) => book.sealedRows)
  return columnsOf(rows, SEALED, (row) => [
    row.lotId,
    row.number,
    row.after,
    row.event.at,
    row.text,
    row.hash,
    row.event.bidder.id,
    row.bidId,
    row.sealed,
  ])
}

function haltedColumns({ halted }: DecidedBatch): Columns {
  const kinds = ['uuid', 'uuid', 'int8'] as const
  return columnsOf(halted, kinds, ({ haltId, lotId, sequence }) => [haltId, lotId, sequence])
}

function justSold({ before, state }: LotBook): boolean {
  return state.status === 'sold' && before.status !== 'sold'
}

function talked({ before, state }: LotBook): boolean {
  return before.talk !== state.talk
}

/** What later rooms must hear of a lot, once: its end, and what came after it. */
function outboxOf(book: LotBook): [topic: string, payload: object][] {
  return [...endOf(book), ...talkMessages(book)]
}

function endOf({ rows, lotId, auctionId, state }: LotBook): [topic: string, payload: object][] {
  const ended = rows.map((row) => row.event).find(isEnd)
  if (ended === undefined) return []
  const payload = {
    lotId,
    auctionId,
    accountId: state.leader?.id ?? null,
    hammer: state.price,
    at: ended.at,
    by: ended.type,
  }
  return [[`lot-${state.status}`, payload]]
}

const ENDS: ReadonlySet<LotEvent['type']> = new Set(['closed', 'approved', 'agreed', 'lapsed', 'withdrawn'])

function isEnd(event: LotEvent): boolean {
  return ENDS.has(event.type)
}
