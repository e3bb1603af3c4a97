import type { BidderFacts, LotState } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'
import type { BatchRead } from './store.ts'

/**
 * What every limited bidder of a batch has committed, lot by lot, kept up to date while the batch is decided. Bidders without a
 * limit are not followed.
 */
export class Tally {
  #limits = new Map<string, number>()
  #due = new Map<string, number>()
  #led = new Map<string, Map<string, number>>()

  constructor(read: BatchRead, keys: Keys) {
    for (const { id, bidding_limit } of read.limits) {
      this.#limits.set(id, bidding_limit)
      this.#led.set(id, new Map())
    }
    for (const { bidder_id, amount } of read.due) this.#due.set(bidder_id, amount)
    for (const { lot_id, leader_id, sealed } of read.led) {
      this.#led.get(leader_id)?.set(lot_id, openSealed(keys, lot_id, sealed).leaderMaximum ?? 0)
    }
  }

  limitOf(bidderId: string, lotId: string): BidderFacts['limit'] {
    const limit = this.#limits.get(bidderId)
    if (limit === undefined) return null
    let committedElsewhere = this.#due.get(bidderId) ?? 0
    for (const [led, amount] of this.#led.get(bidderId) ?? []) if (led !== lotId) committedElsewhere += amount
    return { limit, committedElsewhere }
  }

  /** After a decided act: the lead of the lot, and what it binds, may have moved. A sale binds the price from now on. */
  moved(lotId: string, before: LotState, after: LotState): void {
    if (before.leader !== null) this.#led.get(before.leader.id)?.delete(lotId)
    if (after.leader === null) return
    const binds = after.status === 'sold' ? after.price : after.leaderMaximum
    if (after.status !== 'passed' && after.status !== 'withdrawn')
      this.#led.get(after.leader.id)?.set(lotId, binds ?? 0)
  }
}
