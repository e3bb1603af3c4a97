import type { Signal } from '#contract/risk/signals.ts'
import { longestRun, type LotHistory, type Past } from './behavior.ts'

/** What the accounts of bidder and seller share. */
export type Shared = Extract<Signal, { kind: 'shared' }>['with']

const LOST_LOTS_MIN = 4
/** Most of the person's lots are this seller's. */
const LOST_SHARE_MIN = 0.6
const PUSHES_MIN = 3
/** By how much of the final price their bids raised it. */
const PUSHED_SHARE_MIN = 0.15
/** After this part of the bidding time a bidder who means to win is still there. */
const STOPPED_BEFORE = 0.9
/** The last part of the bidding, in which a withdrawal leaves others with a price they did not make. */
const LATE_SHARE = 0.9
const OVER_GUIDE = 2
const RUN_MIN = 3

/** What looks wrong about a person's bids on a lot, by rules that can be said in a sentence. */
export function signalsOf(lot: LotHistory, bidderId: string, past: Past, shared: Shared): Signal[] {
  return [
    ...(shared.length === 0 ? [] : [{ kind: 'shared' as const, with: shared }]),
    ...losesToSeller(past),
    ...onlyPushes(lot, bidderId),
    ...lateRetractions(lot, bidderId),
    ...farOverGuide(lot, bidderId),
    ...outbidsSelf(lot, bidderId),
  ]
}

function losesToSeller({ lots, ofSeller, winsOfSeller }: Past): Signal[] {
  const isSteady = ofSeller >= LOST_LOTS_MIN && ofSeller >= LOST_SHARE_MIN * lots
  return isSteady && winsOfSeller === 0 ? [{ kind: 'loses-to-seller', lots, ofSeller }] : []
}

function onlyPushes({ bids, winnerId, firstAt, closedAt, openingBid }: LotHistory, bidderId: string): Signal[] {
  if (winnerId === bidderId) return []
  let [count, raisedBy, lastAt, price] = [0, 0, firstAt, openingBid]
  for (const bid of bids) {
    if (bid.bidderId === bidderId) {
      count += 1
      raisedBy += Math.max(0, bid.price - price)
      lastAt = bid.at
    }
    price = bid.price
  }
  const stopped = (lastAt - firstAt) / Math.max(1, closedAt - firstAt)
  if (count < PUSHES_MIN || raisedBy < PUSHED_SHARE_MIN * price || stopped >= STOPPED_BEFORE) return []
  return [{ kind: 'only-pushes', bids: count, raisedBy, stoppedAt: Math.round(100 * stopped) }]
}

function lateRetractions({ retractions, firstAt, closedAt }: LotHistory, bidderId: string): Signal[] {
  const late = retractions.find(
    (one) => one.bidderId === bidderId && one.at - firstAt >= LATE_SHARE * (closedAt - firstAt),
  )
  return late === undefined
    ? []
    : [{ kind: 'late-retraction', minutesBefore: Math.max(0, Math.round((closedAt - late.at) / 60_000)) }]
}

/** The high estimate is what it could fetch; a lot without an estimate has only its reserve to compare with. */
function farOverGuide({ bids, reserve, guide }: LotHistory, bidderId: string): Signal[] {
  const price = bids.findLast((bid) => bid.bidderId === bidderId)?.price
  const usual = guide ?? reserve
  if (usual === null || price === undefined || price < OVER_GUIDE * usual) return []
  return [{ kind: 'far-over-guide', price, ...(guide === null ? { reserve: usual } : { guide }) }]
}

function outbidsSelf(lot: LotHistory, bidderId: string): Signal[] {
  const run = longestRun(lot, bidderId)
  return run > RUN_MIN ? [{ kind: 'outbids-self', times: run - 1 }] : []
}
