import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { formatMoney } from '../platform/money.ts'

/** The figures in the sentences of the start page. */
export function figuresOf({ membershipFee, membershipRefundDays, currency, timed }: CompanyTerms) {
  return {
    membershipFee: formatMoney(membershipFee, currency, true),
    refundDays: `${membershipRefundDays} days`,
    window: minutes(timed.extensionWindowMs),
    extension: minutes(timed.extensionMs),
  }
}

/** `2 minutes`, `1 minute`, `15 seconds`. */
function minutes(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  const isWhole = seconds % 60 === 0 && seconds > 0
  const [count, word] = isWhole ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
