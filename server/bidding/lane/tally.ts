import type { BidderFacts, LotState } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { commitmentsFrom, limitOn, type Commitments, type Limits } from '../commitments.ts'
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
      limits.map(({ id, bidding_limit: general, company_currency: currency, auction_limits: byAuction }) => [
        id,
        { general, currency, byAuction },
      ]),
    )
    this.#commitments = commitmentsFrom(binding, [...this.#limits.keys()], keys)
  }

  limitOf(bidderId: string, lot: LotBook): BidderFacts['limit'] {
    const limits = this.#limits.get(bidderId)
    const commitments = this.#commitments.get(bidderId)
    return limits === undefined || commitments === undefined ? null : limitOn(limits, commitments, lot)
  }

  /** After a decided action: the lead of the lot and the amount it binds may have changed. A sale binds the price from now on. */
  moved({ lotId, auctionId, currency, totalOf, state }: LotBook, before: LotState): void {
    const { leader, status, price, leaderMaximum } = state
    if (before.leader !== null) this.#commitments.get(before.leader.id)?.release(lotId)
    if (leader === null || status === 'passed' || status === 'withdrawn') return
    const bound = status === 'sold' ? price : leaderMaximum
    // The cost is computed for limited bidders only; nearly every batch has none.
    const commitments = this.#commitments.get(leader.id)
    commitments?.bind(lotId, { auctionId, currency, status, amount: bound === null ? 0 : totalOf(bound) })
  }
}
