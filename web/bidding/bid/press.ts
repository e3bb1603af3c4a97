import { bidIdOf } from '#contract/bid-id.ts'
import type { BidAnswer, changeMaximum, placeBid } from '#contract/bidding.ts'
import { clockError, serverNow } from '#web/platform/clock.ts'
import { call, route } from '#web/platform/request.ts'
import type { Ask } from './bid-message.ts'
import { SEND_WITHIN_MS } from './pursue-bid.ts'

const BIDS = route<typeof placeBid>('POST', '/api/lots/:lotId/bids')
const MAXIMUM = route<typeof changeMaximum>('PUT', '/api/lots/:lotId/maximum')

/** How long a bid that was sent may be on its way to its lot, in ms. */
const ON_THE_WAY_MS = 5000
/** A moment that has passed: the first answer is asked for, and nothing is placed. */
const LONG_AGO = 0

/** A press of the button: the id is made once and stays the same however often the bid is sent. */
export type Press = Ask & { bidId: string; notAfter: number | null }

/**
 * Wherever the bid is held up on its way, it counts only for some seconds. Without a measured clock the moment cannot be told; the repeats
 * that only ask keep the bid from being placed then, too.
 */
export function pressOf(ask: Ask): Press {
  const errorMs = clockError()
  const notAfter = errorMs === null ? null : Math.ceil(serverNow() + errorMs) + SEND_WITHIN_MS + ON_THE_WAY_MS
  return { ...ask, bidId: bidIdOf(Date.now(), crypto.randomUUID()), notAfter }
}

/** Sends a press. `onlyAsk`: for its answer, without placing it any more. */
export function sendPress(lotId: string, press: Press, onlyAsk: boolean, signal: AbortSignal): Promise<BidAnswer> {
  const { bidId, kind, amount } = press
  const notAfter = onlyAsk ? LONG_AGO : press.notAfter
  const params = { lotId }
  const until = notAfter === null ? {} : { notAfter }
  if (kind === 'lower' || kind === 'withdraw')
    return call(MAXIMUM, { params, body: { bidId, amount, ...until } }, signal)
  return call(BIDS, { params, body: { bidId, kind, ...(amount === null ? {} : { amount }), ...until } }, signal)
}

/** One's own maximum as far as the answer tells it; undefined leaves what is held. */
export function maximumAfter({ kind, amount }: Ask, answer: BidAnswer): number | null | undefined {
  if (kind === 'lower' || kind === 'withdraw') return amount ?? undefined
  if (kind === 'maximum') return answer.leading ? amount : null
  return undefined
}
