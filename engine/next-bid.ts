import { increment } from './increments.ts'
import type { LotState } from './lot.ts'
import type { Money } from './money.ts'
import type { Terms } from './terms.ts'

/** The lowest amount a challenger can bid now: the opening bid while there is no bid, else price + increment. Minor units. */
export function nextBid(terms: Pick<Terms, 'openingBid' | 'increments'>, state: Pick<LotState, 'price'>): Money {
  return state.price === null ? terms.openingBid : state.price + increment(terms.increments, state.price)
}
