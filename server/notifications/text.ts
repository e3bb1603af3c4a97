/** Prices and bids, as on the site: `$4,250`, and `$99.50` where there are cents. What is charged is `moneyText`, with its cents. */
export function money(amount: number, currency: string): string {
  const style = { style: 'currency', currency } as const
  const exact = new Intl.NumberFormat('en-US', style)
  const unit = 10 ** (exact.resolvedOptions().maximumFractionDigits ?? 2)
  if (amount % unit !== 0) return exact.format(amount / unit)
  return new Intl.NumberFormat('en-US', { ...style, maximumFractionDigits: 0 }).format(amount / unit)
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
