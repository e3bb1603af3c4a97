import type { Standing } from '#contract/bidding/bidding.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'

/** The one fact shown on a lot's first photo; null where there is nothing to say. */
export function chalkOf(standing: Standing | undefined, runState: string): string | null {
  switch (standing?.status) {
    case 'sold':
      return 'Sold'
    case 'withdrawn':
      return 'Withdrawn'
    case 'passed':
      return 'Passed'
    case 'reserve-not-met':
      return 'Reserve not met'
    case 'open':
      return standing.reserve === 'met' ? 'Reserve met' : labelOf('runState', runState)
    default:
      return labelOf('runState', runState)
  }
}
