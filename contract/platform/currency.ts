/**
 * How many decimal places the minor units of a currency have. Our own table: browsers and releases of Node disagree about some of these
 * currencies, and an amount that is stored, typed or paid must mean the same everywhere (decision 74).
 */
const WHOLE =
  'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER'
const THOUSANDTHS = 'BHD JOD KWD LYD OMR TND'

/** 2 for USD, 0 for JPY. */
export function fractionDigits(currency: string): number {
  if (WHOLE.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** Minor units in one whole unit of the currency: 100 for USD, 1 for JPY. */
export function minorUnits(currency: string): number {
  return 10 ** fractionDigits(currency)
}

/** What `Intl.NumberFormat` needs to write amounts of the currency with all their digits. */
export function moneyStyle(currency: string) {
  const digits = fractionDigits(currency)
  return { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
}
