import type { BidderFacts, LotState } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { commitmentsFrom, limitIn, type Commitments, type Limits } from '../commitments.ts'
import type { LotBook } from './lot-book.ts'
import type { BatchRead } from './store.ts'

/**
 * The commitments of every limited bidder of a batch, lot by lot, kept up to date while the batch is decided. Bidders without a limit are
 * not tracked.
 */
export class Tally {
  #limits: Map<string, Limits>
  #commitments: Map<string, Commitments>

  constructor({ limits, binding }: BatchRead, keys: Keys) {
    this.#limits = new Map(
      limits.map(({ id, bidding_limit: general, auction_limits: byAuction }) => [id, { general, byAuction }]),
    )
    this.#commitments = commitmentsFrom(binding, [...this.#limits.keys()], keys)
  }

  limitOf(bidderId: string, { lotId, auctionId, totalOf }: LotBook): BidderFacts['limit'] {
    const limits = this.#limits.get(bidderId)
    const commitments = this.#commitments.get(bidderId)
    const limit = limits === undefined ? null : limitIn(limits, auctionId)
    if (limits === undefined || limit === null || commitments === undefined) return null
    return { limit, committedElsewhere: commitments.within(limits, auctionId, lotId), totalOf }
  }

  /** After a decided action: the lead of the lot and the amount it binds may have changed. A sale binds the price from now on. */
  moved({ lotId, auctionId, totalOf, state }: LotBook, before: LotState): void {
    const { leader, status, price, leaderMaximum } = state
    if (before.leader !== null) this.#commitments.get(before.leader.id)?.release(lotId)
    if (leader === null || status === 'passed' || status === 'withdrawn') return
    const bound = status === 'sold' ? price : leaderMaximum
    // The cost is computed for limited bidders only; nearly every batch has none.
    this.#commitments.get(leader.id)?.bind(lotId, { auctionId, status, amount: bound === null ? 0 : totalOf(bound) })
  }
}
