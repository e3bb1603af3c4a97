const formats = new Map<string, { short: Intl.NumberFormat; long: Intl.NumberFormat; unit: number }>()

/**
 * Formats minor units, always with the currency. One style each: bids, prices and limits are whole units (`$4,250`;
 * `$99.50` if there are cents), and whatever is charged, paid or refunded is `exact` and keeps the cents of round
 * amounts (`$99.00`), on the button that pays it as on its receipt.
 */
export function formatMoney(amount: number, currency: string, exact = false): string {
  const { short, long, unit } = formatOf(currency)
  return (exact || amount % unit !== 0 ? long : short).format(amount / unit)
}

/** Minor units in one whole unit of the currency: 100 for USD, 1 for JPY. */
export function minorUnits(currency: string): number {
  return formatOf(currency).unit
}

/** Basis points as a percentage: 1250 is `12.5%`. */
export function formatShare(basisPoints: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(basisPoints / 100)}%`
}

function formatOf(currency: string) {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const long = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const short = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 })
  const made = { short, long, unit: 10 ** (long.resolvedOptions().maximumFractionDigits ?? 2) }
  formats.set(currency, made)
  return made
}
