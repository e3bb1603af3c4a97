import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'

/** A step of a talk that somebody is told of. What it says is sealed in the ledger and not in the message. */
export const TALK_STEP = 'talk-step'
export type TalkStepMessage = { lotId: string; sequence: number }

/** A sale was undone. Invoicing cancels what it asked for, the buyer is told. `accountId`: the buyer; `at` in ms. */
export const SALE_VOIDED = 'sale-voided'
export type SaleVoided = {
  lotId: string
  reason: string
  actorId: string | null
  accountId: string | null
  defaulted: boolean
  at: number
}

const TOLD = new Set(['countered', 'offered', 'declined', 'freed', 'agreed', 'lapsed'])

/** What a batch's ledger rows of one lot leave in the outbox about its talk. */
export function talkMessages({ rows, lotId }: LotBook): [topic: string, payload: object][] {
  return rows
    .filter(({ event }) => TOLD.has(event.type))
    .map(({ sequence }) => [TALK_STEP, { lotId, sequence } satisfies TalkStepMessage])
}

/** Sales that a batch undid. Why, and who did it, is no part of the ledger. */
export function voidedSales({ audited, books, now }: DecidedBatch): [topic: string, payload: object][] {
  return audited.flatMap(({ act, actorId }) => {
    const { command, lotId } = act
    if (command.type !== 'void-sale') return []
    const accountId = books.find((book) => book.lotId === lotId)?.state.leader?.id ?? null
    const { cause: reason, defaulted } = command
    return [[SALE_VOIDED, { lotId, reason, actorId, accountId, defaulted, at: now } satisfies SaleVoided]]
  })
}
