import type { BidderFacts, LotState } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { commitmentsFrom, type Commitments } from '../commitments.ts'
import type { LotBook } from './lot-book.ts'
import type { BatchRead } from './store.ts'

/**
 * What every limited bidder of a batch has committed, lot by lot, kept up to date while the batch is decided. Bidders without a
 * limit are not followed.
 */
export class Tally {
  #limits: Map<string, number>
  #commitments: Map<string, Commitments>

  constructor({ limits, binding }: BatchRead, keys: Keys) {
    this.#limits = new Map(limits.map(({ id, bidding_limit: limit }) => [id, limit]))
    this.#commitments = commitmentsFrom(binding, [...this.#limits.keys()], keys)
  }

  limitOf(bidderId: string, { lotId, totalOf }: LotBook): BidderFacts['limit'] {
    const limit = this.#limits.get(bidderId)
    const commitments = this.#commitments.get(bidderId)
    if (limit === undefined || commitments === undefined) return null
    return { limit, committedElsewhere: commitments.elsewhere(lotId), totalOf }
  }

  /** After a decided act: the lead of the lot, and what it binds, may have moved. A sale binds the price from now on. */
  moved({ lotId, totalOf, state }: LotBook, before: LotState): void {
    const { leader, status, price, leaderMaximum } = state
    if (before.leader !== null) this.#commitments.get(before.leader.id)?.release(lotId)
    if (leader === null || status === 'passed' || status === 'withdrawn') return
    const bound = status === 'sold' ? price : leaderMaximum
    // The cost is worked out for limited bidders only: on nearly every batch for nobody.
    this.#commitments.get(leader.id)?.bind(lotId, status, bound === null ? 0 : totalOf(bound))
  }
}
