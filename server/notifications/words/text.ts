const prices = new Map<string, { exact: Intl.NumberFormat; whole: Intl.NumberFormat; unit: number }>()

/** Prices and bids, as on the site: `$4,250`, and `$99.50` where there are cents. What is charged is `moneyText`, with its cents. */
export function money(amount: number, currency: string): string {
  const { exact, whole, unit } = pricesIn(currency)
  return (amount % unit === 0 ? whole : exact).format(amount / unit)
}

/** Making a format costs more than using it a hundred times, and a hot lot tells a hundred people at once. */
function pricesIn(currency: string) {
  const known = prices.get(currency)
  if (known !== undefined) return known
  const style = { style: 'currency', currency } as const
  const exact = new Intl.NumberFormat('en-US', style)
  const whole = new Intl.NumberFormat('en-US', { ...style, maximumFractionDigits: 0 })
  const made = { exact, whole, unit: 10 ** (exact.resolvedOptions().maximumFractionDigits ?? 2) }
  prices.set(currency, made)
  return made
}

const moments = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })

/** A mail does not know its reader's zone: it says UTC. */
export function moment(at: number): string {
  return `${moments.format(at)} UTC`
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day of the calendar (2026-11-25), whatever the zone: `November 25, 2026`. */
export function dayText(day: string): string {
  return days.format(Date.parse(`${day}T00:00:00Z`))
}

/** To the second, for what is a matter of seconds. */
export function timeOfDay(at: number): string {
  return `${seconds.format(at)} UTC`
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
