import type { Standing } from '#contract/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'

/** The state of a lot in a list, in words; null while it runs and the time left says it. */
export function resultWords(standing: Standing): string | null {
  switch (standing.status) {
    case 'sold':
      return 'Sold'
    case 'passed':
      return 'Passed'
    case 'reserve-not-met':
      return 'Reserve not met'
    case 'withdrawn':
      return 'Withdrawn'
    case 'scheduled':
    case 'open':
      return null
    default:
      return standing.status satisfies never
  }
}

/** `$4,250`, or the opening bid where nobody has bid. */
export function priceWords(standing: Standing, currency: string): string {
  return standing.price === null
    ? `Opens at ${formatMoney(standing.nextBid, currency)}`
    : formatMoney(standing.price, currency)
}
