import type { LotEvent } from '#engine'
import type { AuditAction } from '#contract/platform/audit-words.ts'
import { newId } from '#server/platform/id.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Message } from '#server/platform/outbox/topics.ts'
import { storedOutcome } from './answer.ts'
import { columnsOf, type Columns } from '#server/fast-path/columns.ts'
import type { AuditedAction, DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { Participation } from './participations.ts'
import { sealStanding, sealNegotiation } from '../sealed.ts'
import type { BatchWrites } from './store.ts'

const TOLD = new Set(['countered', 'offered', 'declined', 'freed', 'agreed', 'lapsed'])

/** The outbox messages about a lot's negotiation that follow from a batch's ledger rows. */
function negotiationMessages({ rows, lotId }: LotBook): Message[] {
  return rows
    .filter(({ event }) => TOLD.has(event.type))
    .map(({ sequence }) => ['negotiation-step', { lotId, sequence }])
}

function voidMessages({ rows, lotId }: LotBook): Message[] {
  return rows.filter(({ event }) => event.type === 'voided').map(({ sequence }) => ['bids-voided', { lotId, sequence }])
}

/** Sales that a batch undid: invoicing cancels, the buyer is notified. The ledger holds neither the reason nor who did it. */
function voidedSales({ audited, books, now }: DecidedBatch): Message[] {
  return audited.flatMap(({ action, actorId }) => {
    const { command, lotId } = action
    if (command.type !== 'void-sale') return []
    const accountId = books.find((book) => book.lotId === lotId)?.state.leader?.id ?? null
    const { cause: reason, defaulted } = command
    return [['sale-voided', { lotId, reason, actorId, accountId, defaulted, at: now }]]
  })
}

const MARK_WORDS = { floor: 'Floor bid', phone: 'Phone bid', absentee: 'Absentee bid' }

const LEDGER = ['uuid', 'int8', 'int8', 'text', 'text', 'bytea', 'uuid', 'uuid', 'bytea'] as const
const SEALED = ['uuid', 'int8', 'int8', 'int8', 'text', 'bytea', 'uuid', 'uuid', 'bytea'] as const
const ATTEMPTS = ['uuid', 'uuid', 'uuid', 'text', 'int8', 'text', 'text'] as const
const STANDINGS = [
  ...(['uuid', 'text', 'int8', 'int8', 'int8', 'uuid', 'int4'] as const),
  ...(['bytea', 'int8', 'bool', 'int4', 'int4', 'bytea', 'int8', 'bytea'] as const),
]

/** A decided batch as columns, ready for one statement per table. `fresh`: participations that may not be recorded yet. */
export function writesOf(batch: DecidedBatch, fresh: Participation[], keys: Keys): BatchWrites {
  const changed = batch.books.filter((book) => book.isChanged)
  const rows = changed.flatMap((book) => book.rows)
  const sent = [...changed.flatMap(outboxOf), ...changed.flatMap(voidMessages), ...voidedSales(batch)]
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
    attempts: columnsOf(batch.attempts, ATTEMPTS, ({ action, fingerprint, outcome }) => [
      action.bidId,
      action.lotId,
      action.bidder.id,
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
    negotiations: columnsOf(changed.filter(moved), ['uuid', 'bytea', 'int8'], ({ lotId, state: { negotiation } }) => [
      lotId,
      negotiation === null ? null : sealNegotiation(keys, lotId, negotiation),
      negotiation === null ? null : negotiation.isFree ? negotiation.lapsesAt : negotiation.boundUntil,
    ]),
    participations: columnsOf(fresh, ['uuid', 'uuid', 'int8'], ({ bidderId, lotId, at }) => [bidderId, lotId, at]),
    outbox: columnsOf(sent, ['uuid', 'text', 'jsonb'], ([topic, payload]) => [newId(), topic, JSON.stringify(payload)]),
    due: columnsOf(changed.filter(justSold), ['uuid', 'uuid', 'int8'], ({ lotId, state, totalOf }) => [
      lotId,
      state.leader?.id ?? null,
      state.price === null ? null : totalOf(state.price),
    ]),
    audit: auditColumns(batch),
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

const AUDIT = ['uuid', 'uuid', 'text', 'text', 'text', 'jsonb', 'jsonb'] as const

type AuditCells = {
  actorId: string
  action: AuditAction
  lotId: string
  reason: string | null
  before: object | null
  after: object | null
}

function auditColumns({ audited, entered }: DecidedBatch): Columns {
  const lines: AuditCells[] = [
    ...audited.map(auditCells),
    // Never its amount: it may be a maximum.
    ...entered.map(({ actorId, lotId, mark, paddle, sequence }) => ({
      actorId,
      action: 'enter-bid' as const,
      lotId,
      reason: `${MARK_WORDS[mark]} for paddle ${paddle}, entry ${sequence} of the ledger`,
      before: null,
      after: null,
    })),
  ]
  const json = (facts: object | null) => (facts === null ? null : JSON.stringify(facts))
  return columnsOf(lines, AUDIT, ({ actorId, action, lotId, reason, before, after }) => [
    newId(),
    actorId,
    action,
    lotId,
    reason,
    json(before),
    json(after),
  ])
}

function auditCells({ action: { command, lotId, ...given }, actorId, before, after }: AuditedAction): AuditCells {
  const voided = command.type === 'void-bids' ? { voided: command.voided } : {}
  const reason = given.reason ?? ('cause' in command ? command.cause : undefined) ?? null
  return { actorId, action: command.type, lotId, reason, before, after: { ...after, ...voided } }
}

function haltedColumns({ halted }: DecidedBatch): Columns {
  const kinds = ['uuid', 'uuid', 'int8'] as const
  return columnsOf(halted, kinds, ({ haltId, lotId, sequence }) => [haltId, lotId, sequence])
}

function justSold({ before, state }: LotBook): boolean {
  return state.status === 'sold' && before.status !== 'sold'
}

function moved({ before, state }: LotBook): boolean {
  return before.negotiation !== state.negotiation
}

/** Messages about a lot for other features, each sent once: its end and the negotiation after it. */
function outboxOf(book: LotBook): Message[] {
  return [...endOf(book), ...negotiationMessages(book)]
}

function endOf({ rows, lotId, auctionId, state }: LotBook): Message[] {
  const ended = rows.map((row) => row.event).find(isEnd)
  const { status } = state
  if (ended === undefined || status === 'scheduled' || status === 'open') return []
  const payload = {
    lotId,
    auctionId,
    accountId: state.leader?.id ?? null,
    hammer: state.price,
    at: ended.at,
    by: ended.type,
  }
  return [[`lot-${status}`, payload]]
}

const ENDS: ReadonlySet<LotEvent['type']> = new Set(['closed', 'approved', 'agreed', 'lapsed', 'withdrawn'])

function isEnd(event: LotEvent): boolean {
  return ENDS.has(event.type)
}
