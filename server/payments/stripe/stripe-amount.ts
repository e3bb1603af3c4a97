import { minorUnits } from '#contract/platform/currency.ts'

/**
 * Currencies that Stripe's API counts in whole units; every other one that we support it counts in hundredths, also those that have none
 * for us, such as COP, HUF and ISK. Source: docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases".
 */
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'

/** Our minor units as Stripe counts them: 5000 forints are 500000. */
export function toStripe(amount: number, currency: string): number {
  return amount * ratio(currency)
}

/** Stripe's amount in our minor units; a fee can have a fraction of one, and is rounded. */
export function fromStripe(amount: number, currency: string): number {
  return Math.round(amount / ratio(currency))
}

function ratio(currency: string): number {
  const code = currency.toUpperCase()
  return (WHOLE.includes(code) ? 1 : 100) / minorUnits(code)
}
