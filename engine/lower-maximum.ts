import { decideBid, isBidAmount } from './bid.ts'
import type { Command, Decision } from './command.ts'
import { isLeading } from './limit.ts'
import type { LotState } from './lot.ts'
import { notOpenToMaximums } from './phase.ts'
import { refuse, refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/**
 * Lowers the leader's own maximum, or withdraws it (`amount` null), down to the price, which stays committed. The price already includes
 * any amount that met the reserve, so it is the entire commitment. An amount that is not lower is treated as a `maximum` command: a raise,
 * or the refusal `maximum-not-raised`. `now` in ms.
 */
export function decideLowerMaximum(
  terms: Terms,
  state: LotState,
  command: Extract<Command, { type: 'lower-maximum' }>,
  now: number,
): Decision {
  const { bidder, amount, facts } = command
  if (facts.ineligible !== null) return refuse({ code: 'not-eligible', why: facts.ineligible })
  const closed = notOpenToMaximums(terms, state, now)
  if (closed !== null) return refuseWith(closed)
  if (facts.bidIdReused) return refuseWith('bid-id-reused')
  if (!isLeading(state, bidder)) return refuseWith('no-live-maximum')
  const price = state.price ?? 0
  const leaderMaximum = state.leaderMaximum ?? 0
  if (amount === null) {
    if (leaderMaximum <= price) return refuse({ code: 'maximum-committed', committed: price })
    return { ok: true, events: [{ type: 'maximum-changed', at: now, bidder, amount: price, change: 'withdrawn' }] }
  }
  if (!isBidAmount(terms, amount)) return refuse({ code: 'not-a-bid-unit', bidUnit: terms.bidUnit })
  if (amount < price) return refuse({ code: 'maximum-committed', committed: price })
  if (amount >= leaderMaximum) return decideBid(terms, state, { type: 'maximum', bidder, amount, facts }, now)
  return { ok: true, events: [{ type: 'maximum-changed', at: now, bidder, amount, change: 'lowered' }] }
}
