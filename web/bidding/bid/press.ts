import { bidIdOf } from '#contract/bidding/bid-id.ts'
import { type BidAnswer, changeMaximum, placeBid } from '#contract/bidding/bidding.ts'
import { clockError, serverNow } from '#web/platform/clock.ts'
import { call } from '#web/platform/request.ts'
import type { Ask } from './bid-message.ts'
import { SEND_WITHIN_MS } from './pursue-bid.ts'

/** How long a sent bid may take to reach its lot, in ms. */
const ON_THE_WAY_MS = 5000
/** An instant in the past: the request only asks for the first answer, and nothing is placed. */
export const LONG_AGO = 0

/** A press of the button: the id is created once and stays the same however often the bid is sent. */
export type Press = Ask & { bidId: string; notAfter: number | null }

/**
 * Wherever the bid is delayed, it is valid only for a few seconds. Without a measured clock no deadline can be set;
 * then the retries that only ask for the answer prevent a late bid.
 */
export function pressOf(ask: Ask): Press {
  const errorMs = clockError()
  const notAfter = errorMs === null ? null : Math.ceil(serverNow() + errorMs) + SEND_WITHIN_MS + ON_THE_WAY_MS
  return { ...ask, bidId: bidIdOf(Date.now(), crypto.randomUUID()), notAfter }
}

/** Sends a press. `onlyAsk`: asks for its answer without placing it. */
export function sendPress(lotId: string, press: Press, onlyAsk: boolean, signal: AbortSignal): Promise<BidAnswer> {
  const { bidId, kind, amount } = press
  const notAfter = onlyAsk ? LONG_AGO : press.notAfter
  const params = { lotId }
  const until = notAfter === null ? {} : { notAfter }
  if (kind === 'lower' || kind === 'withdraw')
    return call(changeMaximum, { params, body: { bidId, amount, ...until } }, signal)
  return call(placeBid, { params, body: { bidId, kind, ...(amount === null ? {} : { amount }), ...until } }, signal)
}

/** The viewer's own maximum as far as the answer shows it; undefined keeps the held value. */
export function maximumAfter({ kind, amount }: Ask, answer: BidAnswer): number | null | undefined {
  if (kind === 'lower' || kind === 'withdraw') return amount ?? undefined
  if (kind === 'maximum') return answer.leading ? amount : null
  return undefined
}
