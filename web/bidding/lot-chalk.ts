import { t, translated } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'

/** The one fact shown on a lot's first photo; null where there is nothing to say. */
export function chalkOf(standing: Standing | undefined, runState: string): string | null {
  switch (standing?.status) {
    case 'sold':
      return t`Sold`
    case 'withdrawn':
      return t`Withdrawn`
    case 'passed':
      return t`Passed`
    case 'reserve-not-met':
      return t`Reserve not met`
    case 'open':
      return standing.reserve === 'met' ? t`Reserve met` : translated(labelOf('runState', runState))
    default:
      return translated(labelOf('runState', runState))
  }
}
