import { hash } from 'node:crypto'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { SealedLine } from '#contract/bidding/ledger.ts'
import type { LotEvent, LotState, SealedEvent } from '#engine'
import type { Keys } from '#server/platform/keys.ts'

/**
 * The public line of an event: paddles in place of people, a seal in place of a maximum. This is the only function through which events
 * become public. Its key order is part of the ledger: the text of the line is what is hashed. The line that ends the bidding names the
 * number of sealed events and the head of their chain, so that the public chain covers them.
 */
export function publicLine(
  event: Exclude<LotEvent, SealedEvent>,
  sequence: number,
  seal: string | null,
  sealed: SealedChain,
): LedgerLine {
  const head = { sequence, at: event.at, type: event.type }
  switch (event.type) {
    case 'opened':
      return { ...head, closesAt: event.closesAt }
    case 'bid-placed':
      return {
        ...head,
        paddle: event.bidder.paddle,
        kind: event.kind,
        ...(event.kind === 'firm' ? { amount: event.amount } : {}),
        price: event.price,
        leader: event.leader.paddle,
        reason: event.reason,
        ...(seal === null ? {} : { seal }),
        ...(event.mark === undefined ? {} : { mark: event.mark }),
      }
    case 'offered':
      return { ...head, paddle: event.bidder.paddle, ...(seal === null ? {} : { seal }) }
    case 'countered':
      return { ...head, ...(seal === null ? {} : { seal }) }
    case 'declined':
    case 'retracted':
      return { ...head, by: event.by }
    case 'agreed':
      return { ...head, by: event.by, price: event.price }
    case 'reserve-met':
    case 'approved':
      return { ...head, price: event.price }
    case 'extended':
      return { ...head, closesAt: event.closesAt, cause: event.cause }
    case 'paused':
      return { ...head, leftMs: event.leftMs, cause: event.cause }
    case 'resumed':
      return { ...head, closesAt: event.closesAt }
    case 'bought-now':
      return { ...head, paddle: event.bidder.paddle, price: event.price }
    case 'voided':
      return { ...head, voided: event.voided, cause: event.cause, ...shownOf(event) }
    case 'passed-over':
      return { ...head, paddle: event.bidder.paddle, voided: event.bids, ...shownOf(event) }
    case 'closed':
      return {
        ...head,
        outcome: event.outcome,
        ...shownOf(event),
        ...event.negotiation,
        ...(event.cause === undefined ? {} : { cause: event.cause }),
        sealed: shownChain(sealed),
      }
    case 'withdrawn':
      return { ...head, cause: event.cause, sealed: shownChain(sealed) }
    case 'lapsed':
      return { ...head, cause: event.cause }
    case 'freed':
    case 'fair-warning':
    case 'sale-voided':
      return head
  }
}

/** The sealed events of a lot so far: how many, and the hash of the last. */
export type SealedChain = { count: number; hash: Buffer }

/**
 * The line of a sealed event, not shown to anyone before the lot is over. `after`: the sequence of the public event it followed. As with a
 * public line, the text is what is hashed.
 */
export function sealedLine(event: SealedEvent, number: number, after: number, seal: string): SealedLine {
  const { at, type, bidder, change, mark } = event
  return { number, after, at, type, paddle: bidder.paddle, change, seal, ...(mark === undefined ? {} : { mark }) }
}

function shownChain({ count, hash: head }: SealedChain) {
  return { count, head: head.toString('hex') }
}

/** The part of a standing that an event shows. */
function shownOf({ price, leader }: Pick<LotState, 'price' | 'leader'>) {
  return { price, leader: leader?.paddle ?? null }
}

/** The secret part of an event, or null where the public line says everything but the bidder's id. */
export function secretOf(event: LotEvent): object | null {
  switch (event.type) {
    case 'bid-placed':
      return event.kind === 'maximum' ? { amount: event.amount } : null
    case 'offered':
    case 'declined':
    case 'retracted':
      return { amount: event.amount }
    case 'countered':
      return { amount: event.amount, offerId: event.offerId }
    case 'voided':
      return recomputedSecret(event)
    case 'passed-over':
      return { ...recomputedSecret(event), why: event.why }
    default:
      return null
  }
}

function recomputedSecret(event: Extract<LotEvent, { type: 'voided' | 'passed-over' }>): object {
  return {
    leaderId: event.leader?.id ?? null,
    leaderMaximum: event.leaderMaximum,
    runnerUp: event.runnerUp,
    floor: event.floor,
    bidCount: event.bidCount,
    reserveMet: event.reserveMet,
  }
}

/** The amount a public event seals in its line, or null. */
export function sealedAmount(event: LotEvent): number | null {
  if (event.type === 'offered' || event.type === 'countered') return event.amount
  return event.type === 'bid-placed' && event.kind === 'maximum' ? event.amount : null
}

/**
 * Hex SHA-256 over `salt:amount`. The salt (hex) is derived from the server's key and the bid's id: only the server and, through it, the
 * bidder can know it, so no one can guess amounts.
 */
export function sealAmount(keys: Keys, bidId: string, amount: number): string {
  return hash('sha256', `${sealSalt(keys, bidId)}:${amount}`, 'hex')
}

export function sealSalt(keys: Keys, bidId: string): string {
  return keys.mac('maximum-seal', bidId).toString('hex')
}

const HASH_BYTES = 32
/** Buffer for hashing a line after its predecessor's hash; longer lines get a buffer of their own. */
const scratch = Buffer.allocUnsafe(16_384)

/** The hash of an event: SHA-256 over the previous event's hash and this event's exact text. */
export function chain(previous: Buffer, text: string): Buffer {
  const bytesMax = HASH_BYTES + 3 * text.length
  const room = bytesMax <= scratch.length ? scratch : Buffer.allocUnsafe(bytesMax)
  previous.copy(room)
  const length = HASH_BYTES + room.write(text, HASH_BYTES)
  return hash('sha256', room.subarray(0, length), 'buffer')
}

/** What the first event of a lot is chained to. */
export function chainStart(lotId: string): Buffer {
  return hash('sha256', `lot:${lotId}`, 'buffer')
}

/** What the first sealed event of a lot is chained to. */
export function sealedChainStart(lotId: string): Buffer {
  return hash('sha256', `sealed:${lotId}`, 'buffer')
}

/** Parses a line from the exact text stored in the ledger. */
export function lineOf(text: string): LedgerLine {
  return JSON.parse(text) as LedgerLine
}

/** The same for a sealed event. */
export function sealedLineOf(text: string): SealedLine {
  return JSON.parse(text) as SealedLine
}
