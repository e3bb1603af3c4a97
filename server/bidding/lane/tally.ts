import type { BidderFacts, LotState } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { commitmentsFrom, type Commitments } from '../commitments.ts'
import type { LotBook } from './lot-book.ts'
import type { BatchRead } from './store.ts'

/**
 * The commitments of every limited bidder of a batch, lot by lot, kept up to date while the batch is decided. Bidders without a limit are
 * not tracked.
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

  /** After a decided action: the lead of the lot and the amount it binds may have changed. A sale binds the price from now on. */
  moved({ lotId, totalOf, state }: LotBook, before: LotState): void {
    const { leader, status, price, leaderMaximum } = state
    if (before.leader !== null) this.#commitments.get(before.leader.id)?.release(lotId)
    if (leader === null || status === 'passed' || status === 'withdrawn') return
    const bound = status === 'sold' ? price : leaderMaximum
    // The cost is computed for limited bidders only; nearly every batch has none.
    this.#commitments.get(leader.id)?.bind(lotId, status, bound === null ? 0 : totalOf(bound))
  }
}
