import { minorUnits, moneyStyle } from '#contract/platform/currency.ts'
import { localeNow } from '#server/platform/language/text.ts'
import { shorten } from '#contract/platform/shorten.ts'

const prices = new Map<string, { exact: Intl.NumberFormat; whole: Intl.NumberFormat; unit: number }>()

/** Prices and bids, as on the site: `$4,250`, and `$99.50` where there are cents. What is charged is `moneyText`, with its cents. */
export function money(amount: number, currency: string): string {
  const { exact, whole, unit } = pricesIn(currency)
  return (amount % unit === 0 ? whole : exact).format(amount / unit)
}

/** Creating a formatter costs more than a hundred uses, and a busy lot notifies a hundred people at the same time. */
function pricesIn(currency: string) {
  const locale = localeNow()
  const known = prices.get(`${locale} ${currency}`)
  if (known !== undefined) return known
  const style = moneyStyle(currency)
  const exact = new Intl.NumberFormat(locale, style)
  const whole = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 })
  const made = { exact, whole, unit: minorUnits(currency) }
  prices.set(`${locale} ${currency}`, made)
  return made
}

const instants = new Map<string, { moment: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>()

/** An instant (ms) in a time zone with its name: `Sunday, November 22, 2026 at 5:59 PM CST`. */
export function moment(at: number, timeZone: string): string {
  return instantsIn(timeZone).moment.format(at)
}

/** To the second, where seconds matter: `5:59:03 PM CST`. */
export function timeOfDay(at: number, timeZone: string): string {
  return instantsIn(timeZone).time.format(at)
}

function instantsIn(timeZone: string) {
  const locale = localeNow()
  const known = instants.get(`${locale} ${timeZone}`)
  if (known !== undefined) return known
  const minutes = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone } as const
  const date = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const
  const made = {
    moment: new Intl.DateTimeFormat(locale, { ...date, ...minutes }),
    time: new Intl.DateTimeFormat(locale, { ...minutes, second: '2-digit' }),
  }
  instants.set(`${locale} ${timeZone}`, made)
  return made
}

/** Text by staff or a provider as a sentence: with a capital and a final period. */
export function sentence(text: string): string {
  const trimmed = capital(text.trim())
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

const SHORT = 240

/** What a list or a locked screen has room for. */
export function short(text: string): string {
  return text.length <= SHORT ? text : `${shorten(text, SHORT).replace(/\s+\S*$/, '')}…`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** For text and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
