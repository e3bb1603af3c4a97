import type { LotStatus } from '#engine'

export type Position = 'none' | 'leading' | 'outbid' | 'won' | 'lost'

/**
 * Where a person stands on a lot. The high bidder of a lot that closed below its reserve still leads: they are bound until it is decided.
 * Source: the rulebook, "How a lot ends".
 */
export function positionOf(status: LotStatus, leads: boolean, hasBid: boolean): Position {
  switch (status) {
    case 'scheduled':
    case 'open':
    case 'reserve-not-met':
      if (leads) return 'leading'
      return hasBid ? 'outbid' : 'none'
    case 'sold':
      if (leads) return 'won'
      return hasBid ? 'lost' : 'none'
    case 'passed':
    case 'withdrawn':
      return hasBid ? 'lost' : 'none'
  }
}
