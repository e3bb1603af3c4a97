import type { Standing } from '#contract/bidding.ts'
import { labelOf } from '#contract/vocabulary-labels.ts'

/** The one fact chalked on a lot's first photograph; null where nothing needs saying. */
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
