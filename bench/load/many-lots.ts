import { castLot } from '#test/inventory.ts'
import { newId } from '#server/platform/id.ts'
import type { Stage } from '../stage.ts'
import type { BidPlan } from './bidders.ts'

const OPENING_BID = 100
/** One bid in so many is a maximum (auto-bid), a little above what would do. */
const MAXIMUM_EVERY = 10
const MAXIMUM_ABOVE = 2

/** Lots of one sale, each with any whole amount above its price as next bid. */
export async function castLots({ house }: Stage, count: number): Promise<string[]> {
  const auctionId = newId()
  const lotIds: string[] = []
  const places = Array.from({ length: count }, (_, place) => place + 1)
  const castRest = async () => {
    for (let position = places.shift(); position !== undefined; position = places.shift()) {
      const terms = { openingBid: OPENING_BID, bidUnit: 1, ladder: [[0, 1]] as [number, number][] }
      lotIds.push((await castLot(house, { ...terms, auctionId, position })).lotId)
    }
  }
  await Promise.all(Array.from({ length: 8 }, castRest))
  return lotIds
}

/**
 * Everybody bids what is next on the lot he drew, as far as the answers so far have told. A maximum that answers for its bidder moves
 * the price between, so that some bids are too low, as in life.
 */
export function manyLotsPlan(lotIds: readonly string[], drawLot: () => number): BidPlan {
  const next = new Map(lotIds.map((lotId) => [lotId, OPENING_BID]))
  let turn = 0
  return {
    draft() {
      turn += 1
      const lotId = lotIds[drawLot()]!
      const amount = next.get(lotId)!
      next.set(lotId, amount + 1)
      if (turn % MAXIMUM_EVERY === 0) return { lotId, kind: 'maximum', amount: amount + MAXIMUM_ABOVE }
      return { lotId, kind: 'firm', amount }
    },
    accepted(lotId, answer) {
      const { nextBid } = JSON.parse(answer) as { nextBid: number }
      next.set(lotId, Math.max(next.get(lotId)!, nextBid))
    },
  }
}
