import type { BankMapping } from '#contract/payments/transfers.ts'
import { dayOrdersOf, parseAmount, parseDay, type BankFile } from './bank-rows.ts'
import { directionOf } from './money-direction.ts'

/** Banks' column names in English, German, Dutch, French and Spanish; the first match is used. */
const NAMES = {
  bookedOn: [/^(booking|book|posting|transaction|value)?\s*date$/i, /date|datum|buchungstag|valuta|fecha/i],
  amount: [
    /^(credit|paid in|money in|haben|crédit|abono|haber|bij)( amount| betrag)?$/i,
    /amount|betrag|bedrag|montant|importe|umsatz/i,
    /^(credit|paid in|money in|haben)/i,
  ],
  debit: [/^(debit|paid out|money out|withdrawal|soll|débit|cargo|debe|af)s?( amount| betrag)?$/i],
  // In Dutch a currency, in German the day from which interest counts.
  currency: [/currency|währung|waehrung|devise|moneda|^ccy$/i, /valuta/i],
  text: [
    /reference|remittance|purpose|verwendungszweck|omschrijving|libell|concepto|description|details|memo|narrative/i,
  ],
  payerName: [/(payer|counterpart|debtor|sender|beneficiary|auftraggeber|tegenpartij|name|naam|nom\b)/i],
  payerAccount: [/(iban|account|konto|rekening|compte|cuenta)/i],
  bankId: [/(transaction|entry|bank)\s*-?_?(id|ref|number)|^id$|transaktions/i],
} satisfies Record<string, RegExp[]>

const ROWS_LOOKED_AT = 200
/** No bank's file covers more: years further apart are days of the month. */
const YEARS_COVERED_MAX = 10

function isDay(cell: string): boolean {
  return dayOrdersOf(cell).length > 0
}

/** The best mapping by the header's names and the columns' content. It is shown to the cashier, who can change it. */
export function guessMapping(file: BankFile): BankMapping {
  const taken = new Set<number>()
  const find = (name: keyof typeof NAMES, fits: (column: number) => boolean = () => true): number | null => {
    for (const pattern of NAMES[name]) {
      const at = file.header.findIndex((head, column) => pattern.test(head) && !taken.has(column) && fits(column))
      if (at >= 0) {
        taken.add(at)
        return at
      }
    }
    return null
  }
  const bookedOn = find('bookedOn') ?? 0
  const cellsOf = (column: number) =>
    file.rows
      .slice(0, ROWS_LOOKED_AT)
      .map(({ cells }) => cells[column] ?? '')
      .filter((cell) => cell !== '')
  // By content: its name may be that of an amount column ("Debit/credit", "Af Bij", "S/H").
  const direction = directionColumn(file, cellsOf, taken)
  const amount = find('amount') ?? Math.min(1, file.header.length - 1)
  const debit = find('debit')
  const currency = find('currency', (column) => !cellsOf(column).some(isDay))
  const bankId = find('bankId')
  const text = find('text')
  const payerName = find('payerName')
  const payerAccount = find('payerAccount')
  return {
    bookedOn,
    amount,
    debit,
    direction,
    currency,
    text: [text ?? widest(file, taken)],
    payerName,
    payerAccount,
    bankId,
    dayOrder: dayOrderOf(cellsOf(bookedOn)),
    decimal: most(
      ['.', ','] as const,
      (mark) =>
        [...cellsOf(amount), ...(debit === null ? [] : cellsOf(debit))].filter(
          (cell) => parseAmount(cell, mark, 'USD') !== null,
        ).length,
    ),
  }
}

/** The column in which every cell says debit or credit; null: there is none. */
function directionColumn(file: BankFile, cellsOf: (column: number) => string[], taken: Set<number>): number | null {
  const found = file.header.findIndex((_, column) => {
    const cells = cellsOf(column)
    // A column in which every cell is a hyphen has no direction.
    return (
      !taken.has(column) &&
      cells.some((cell) => /[a-z+]/i.test(cell)) &&
      cells.every((cell) => directionOf(cell) !== null)
    )
  })
  if (found < 0) return null
  taken.add(found)
  return found
}

/** The order in which most of these dates can be read; null: several fit equally well. */
function dayOrderOf(cells: readonly string[]): BankMapping['dayOrder'] {
  const count = (order: NonNullable<BankMapping['dayOrder']>) => {
    const years = cells
      .filter((cell) => dayOrdersOf(cell).includes(order))
      .map((cell) => Number(parseDay(cell, order)!.slice(0, 4)))
    return Math.max(...years) - Math.min(...years) > YEARS_COVERED_MAX ? 0 : years.length
  }
  const orders = ['ymd', 'dmy', 'mdy'] as const
  const best = most(orders, count)
  const isAmbiguous = orders.some((order) => order !== best && count(order) > 0 && count(order) === count(best))
  return isAmbiguous ? null : best
}

/** The first with the highest count. */
function most<T>(choices: readonly T[], count: (choice: T) => number): T {
  return choices.reduce((best, choice) => (count(choice) > count(best) ? choice : best))
}

/** The column with most text, where none is named for it. */
function widest(file: BankFile, taken: Set<number>): number {
  const lengths = file.header.map((_, column) =>
    taken.has(column)
      ? -1
      : file.rows.slice(0, ROWS_LOOKED_AT).reduce((sum, { cells }) => sum + (cells[column]?.length ?? 0), 0),
  )
  return Math.max(0, lengths.indexOf(Math.max(...lengths)))
}
