import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { formatMoney, formatShare } from '../../platform/money.ts'
import { formatBusinessDays } from '../../platform/time.ts'

/** The app's settings as text for sentences. */
export function figuresOf(terms: CompanyTerms) {
  return {
    membershipFee: formatMoney(terms.membershipFee, terms.currency, true),
    refundDays: `${terms.membershipRefundDays} days`,
    verificationDays: formatBusinessDays(terms.verificationDays),
    paymentDays: formatBusinessDays(terms.paymentDays),
    bound: hours(terms.negotiations.boundMs),
    talking: hours(terms.negotiations.freeMs),
    window: minutes(terms.timed.extensionWindowMs),
    extension: minutes(terms.timed.extensionMs),
    liveStart: minutes(terms.live.startMs),
    liveExtension: minutes(terms.live.extensionMs),
    tax: `${formatShare(terms.taxBasisPoints)} ${terms.taxLabel}`,
    premium: premiumWords(terms),
    fixedFees: terms.fixedFees
      .map((fee) => `${fee.label.toLowerCase()} ${formatMoney(fee.amount, terms.currency, true)}`)
      .join(', '),
  }
}

/** `2 minutes`, `1 minute`, `15 seconds`. */
function minutes(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  if (seconds % 60 !== 0 || seconds === 0) return plural(seconds, 'second')
  return plural(seconds / 60, 'minute')
}

/** `24 hours`, `1 hour`, `90 minutes`. */
function hours(durationMs: number): string {
  return durationMs % 3_600_000 === 0 ? plural(durationMs / 3_600_000, 'hour') : minutes(durationMs)
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function premiumWords({ premium, currency }: CompanyTerms): string {
  const tiers = premium.map((tier, index) => {
    const next = premium[index + 1]
    const share = formatShare(tier.basisPoints)
    if (next === undefined)
      return tier.from === 0 ? share : `${share} of the amount above ${formatMoney(tier.from, currency)}`
    return `${share} of the amount up to ${formatMoney(next.from, currency)}`
  })
  return tiers.join(', then ')
}
