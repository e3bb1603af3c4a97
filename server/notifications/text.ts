const moneys = new Map<string, Intl.NumberFormat>()

/** Minor units with the currency, always with its decimals: `$4,250.00`. */
export function money(amount: number, currency: string): string {
  const known = moneys.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  moneys.set(currency, known)
  return known.format(amount / 10 ** (known.resolvedOptions().maximumFractionDigits ?? 2))
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
