import { t } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'

/** The text for a lot's state in a list; null while it runs and the time left is shown. */
export function resultWords(standing: Standing): string | null {
  switch (standing.status) {
    case 'sold':
      return t`Sold`
    case 'passed':
      return t`Passed`
    case 'reserve-not-met':
      return t`Reserve not met`
    case 'withdrawn':
      return t`Withdrawn`
    case 'scheduled':
    case 'open':
      return null
    default:
      return standing.status satisfies never
  }
}

/** `$4,250`, or the opening bid if there is no bid. */
export function priceWords(standing: Standing, currency: string): string {
  return standing.price === null
    ? t`Opens at ${formatMoney(standing.nextBid, currency)}`
    : formatMoney(standing.price, currency)
}
