import { castLot } from '#test/inventory.ts'
import { newId } from '#server/platform/id.ts'
import type { Stage } from '../stage.ts'
import type { BidPlan } from './bidders.ts'

const OPENING_BID = 100
/** One in this many bids is a maximum (auto-bid), slightly above what is needed. */
const MAXIMUM_EVERY = 10
const MAXIMUM_ABOVE = 2

/** Lots of one auction, each with any whole amount above its price as next bid. */
export async function castLots({ app }: Pick<Stage, 'app'>, count: number): Promise<string[]> {
  const auctionId = newId()
  const lotIds: string[] = []
  const places = Array.from({ length: count }, (_, place) => place + 1)
  const castRest = async () => {
    for (let position = places.shift(); position !== undefined; position = places.shift()) {
      const terms = { openingBid: OPENING_BID, bidUnit: 1, increments: [[0, 1]] as [number, number][] }
      lotIds.push((await castLot(app, { ...terms, auctionId, position })).lotId)
    }
  }
  await Promise.all(Array.from({ length: 8 }, castRest))
  return lotIds
}

/**
 * Each bidder bids the next amount on a drawn lot, as known from the answers so far. Another bidder's maximum can raise the price in
 * between, so some bids are too low, as in reality.
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
