import { createHash } from 'node:crypto'
import type { BankMapping } from '#contract/payments/transfers.ts'
import { fractionDigits } from '#contract/platform/currency.ts'
import { fullDecimals } from '#server/platform/money-text.ts'
import { shorten } from '#contract/platform/shorten.ts'
import { misplacedWords, type Table } from '#server/platform/table/grid.ts'
import { directionOf, movedBy, type Moved } from './money-direction.ts'

/** A bank's file as its rows; `line` as in the file, from 1. */
export type BankFile = Pick<Table, 'header' | 'rows'>

/** One movement of money, as a row states it; amount in minor units of its own currency, the day as YYYY-MM-DD. */
export type BankRow = {
  line: number
  kind: 'in' | 'out' | 'other-currency'
  fingerprint: Buffer
  /** The fingerprint is of the bank's own id. */
  hasId: boolean
  /** Its content, and how many rows of the file with the same content precede it. */
  says: string
  nth: number
  bookedOn: string
  amount: number
  currency: string
  text: string
  /** The cells of columns that the mapping doesn't name; they don't identify the row. */
  beside: string[]
  payerName: string
  payerAccount: string
}

type RowFault = { line: number; column: string | null; message: string }

export type ReadRow =
  | { line: number; row: BankRow }
  | { line: number; faults: RowFault[] }
  | { line: number; row: null }

const TEXT_MAX = 500
const AMOUNT_DIGITS_MAX = 12

/** What rows are checked against: the company's currency, and today's date in its time zone, as YYYY-MM-DD. */
export type Books = { currency: string; today: string }

/**
 * Reads the rows of a file by a mapping: money in, money out, no money (null), or errors by line and column. Nothing is guessed
 * here: a cell that doesn't match its column is an error, and so is a future date.
 */
export function readBankRows(file: BankFile, mapping: BankMapping, books: Books): ReadRow[] {
  const seen = new Map<string, number>()
  const columnsRead = new Set(Object.values(mapping).flat())
  const firstOf = new Map<string, { line: number; says: string }>()
  return file.rows.map(({ line, cells }) => {
    const faults: RowFault[] = []
    const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
    const fault = (column: number, message: string) => {
      faults.push({ line, column: file.header[column] ?? `column ${column + 1}`, message })
      return null
    }
    // A separator in a text without quotes moves every cell after it; a line with fewer cells is a total or an empty end.
    const misplaced = cells.length > file.header.length ? misplacedWords({ line, cells }, file.header.length) : null
    if (misplaced !== null) return { line, faults: [{ line, column: null, message: misplaced }] }
    const currency = cell(mapping.currency).toUpperCase() || books.currency
    if (!/^[A-Z]{3}$/.test(currency)) fault(mapping.currency!, `"${shown(currency)}" isn’t a currency.`)
    const moved = faults.length > 0 ? null : readMoney(mapping, currency, cell, fault)
    if (moved === null && faults.length === 0) return { line, row: null }
    const [bookedOn = null, other] = daysIn(cell(mapping.bookedOn), mapping.dayOrder)
    const written = shown(cell(mapping.bookedOn))
    const dayFault =
      other === undefined
        ? faultOfDay(bookedOn, written, mapping.dayOrder, books.today)
        : `"${written}" could be ${bookedOn} or ${other}. Choose the date format.`
    if (dayFault !== null) fault(mapping.bookedOn, dayFault)
    if (moved === null || bookedOn === null || faults.length > 0) return { line, faults }
    const { amount, direction } = moved
    const words = mapping.text.map(cell).filter((part) => part !== '')
    const text = shorten(words.join(' '), TEXT_MAX)
    const payerName = shorten(cell(mapping.payerName), TEXT_MAX)
    const payerAccount = shorten(cell(mapping.payerAccount), TEXT_MAX)
    const isOut = direction === 'out'
    const says = contentOf({ bookedOn, amount, currency, text, payerName, payerAccount, isOut })
    const bankId = cell(mapping.bankId)
    const first = firstOf.get(bankId) ?? { line, says }
    if (bankId !== '' && first.says !== says) {
      const words = 'Choose the column of the bank’s own id, or none.'
      fault(mapping.bankId!, `"${shown(bankId)}" is the id of line ${first.line}, too. ${words}`)
      return { line, faults }
    }
    const nth = seen.get(says) ?? 0
    if (bankId === '' || !firstOf.has(bankId)) seen.set(says, nth + 1)
    firstOf.set(bankId, first)
    const hasId = bankId !== ''
    const fingerprint = hasId ? sha256(`id\n${bankId}`) : countedFingerprint(says, nth)
    const kind = isOut ? 'out' : currency === books.currency ? 'in' : 'other-currency'
    const beside = cells.filter((one, column) => one !== '' && !columnsRead.has(column))
    const said = { bookedOn, amount, currency, text, beside, payerName, payerAccount }
    return { line, row: { line, kind, fingerprint, hasId, says, nth, ...said } }
  })
}

/** Years before today in which a bank’s file may still hold a payment, and days after it for a payment booked ahead. */
const YEARS_BACK = 25
const DAYS_AHEAD = 31

/** Why a day can’t be booked, and what to do; null: it can. */
function faultOfDay(day: string | null, said: string, order: BankMapping['dayOrder'], today: string): string | null {
  if (day === null) return `"${said}" isn’t a date. Write the date as ${writtenDay(today, order)}.`
  const first = `${Number(today.slice(0, 4)) - YEARS_BACK}${today.slice(4)}`
  const last = new Date(Date.parse(today) + DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10)
  if (day < first || day > last) return `${day} can’t be right. Check the date, and the order of day, month and year.`
  return day > today ? `${day} is in the future. Import the file again after that date.` : null
}

function writtenDay(day: string, order: BankMapping['dayOrder']): string {
  const [year, month, date] = day.split('-')
  return order === 'ymd' || order === null
    ? day
    : order === 'dmy'
      ? `${date}.${month}.${year}`
      : `${month}/${date}/${year}`
}

/** The movement of a row, by its amount, its money-out column and its direction column; null: none, or an error was noted. */
function readMoney(
  mapping: BankMapping,
  currency: string,
  cell: (column: number | null) => string,
  fault: (column: number, message: string) => null,
): Moved | null {
  const amountIn = (column: number) => {
    const text = cell(column)
    return (
      (text === '' || text === '-' ? 0 : parseAmount(text, mapping.decimal, currency)) ??
      fault(
        column,
        `"${shown(text)}" isn’t an amount. Write it as ${mapping.decimal === '.' ? '1,234.56' : '1.234,56'}.`,
      )
    )
  }
  const amount = amountIn(mapping.amount)
  const out = mapping.debit === null ? 0 : amountIn(mapping.debit)
  if (amount === null || out === null || (amount === 0 && out === 0)) return null
  const { direction } = mapping
  const said = direction === null ? null : directionOf(cell(direction))
  if (direction !== null && said === null && amount > 0) {
    return fault(direction, `"${shown(cell(direction))}" doesn’t say debit or credit.`)
  }
  const moved = movedBy(amount, out, said)
  return typeof moved === 'string' ? fault(mapping.debit!, moved) : moved
}

type Content = Pick<BankRow, 'bookedOn' | 'amount' | 'currency' | 'text' | 'payerName' | 'payerAccount'>

/** What a row says, without the bank's id: the day, the money, and every word. */
export function contentOf(row: Content & { isOut: boolean }): string {
  const { bookedOn, amount, currency, text, payerName, payerAccount, isOut } = row
  // Money in keeps the hash from before money out existed, so that old files are still recognized.
  return [bookedOn, amount, currency, text, payerName, payerAccount, ...(isOut ? ['out'] : [])].join('\n')
}

/**
 * Two equal rows of one file are two transfers; the same two in the next file, which overlaps, are those two again. So a row without
 * the bank's own id is identified by its content and by how often the file contained it before.
 */
export function countedFingerprint(says: string, nth: number): Buffer {
  return sha256(`row\n${nth}\n${says}`)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * `1.234,50` or `1,234.50`: minor units; null: no amount. Money out has a minus before or after it, or parentheses, or a trailing D, DR or
 * S (Soll); a trailing C, CR or H (Haben) means money in. The currency may be written next to it.
 */
export function parseAmount(text: string, decimal: '.' | ',', currency: string): number | null {
  const group = decimal === '.' ? ',' : '.'
  const plain = text
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
    .replaceAll(/[\u2212\u2013]/g, '-')
    .toUpperCase()
  const bracketed = /^\((.*)\)$/.exec(plain)
  const found = /^([+-]?)(?:[A-Z]{3}|\p{Sc})?([+-]?)(\d[\d.,]*)([+-]?)(?:[A-Z]{3}|\p{Sc})?(CR?|DR?|DB|H|S)?$/u.exec(
    bracketed?.[1] ?? plain,
  )
  if (found === null) return null
  const [, before = '', between = '', figures = '', behind = '', mark = ''] = found
  const [whole = '', fraction = '', ...more] = figures.split(decimal)
  const decimals = fullDecimals(fraction, fractionDigits(currency))
  if (more.length > 0 || decimals === null) return null
  if (whole.includes(group) && !new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole)) return null
  const minor = whole.replaceAll(group, '') + decimals
  if (!/^\d+$/.test(minor) || minor.length > AMOUNT_DIGITS_MAX) return null
  const isOut = bracketed !== null || [before, between, behind].includes('-') || ['D', 'DR', 'DB', 'S'].includes(mark)
  return isOut ? -Number(minor) : Number(minor)
}

type DayOrder = NonNullable<BankMapping['dayOrder']>

/** The orders in which a text is a date. Where points separate its parts, a month comes before its day only if nothing else fits. */
export function dayOrdersOf(text: string): DayOrder[] {
  const fits = (order: DayOrder) => parseDay(text, order) !== null
  const isPointed = text.includes('.') && fits('dmy')
  return (['ymd', 'dmy', ...(isPointed ? [] : (['mdy'] as const))] as const).filter(fits)
}

/** The dates that a text can be: one at most in a given order. */
function daysIn(text: string, order: BankMapping['dayOrder']): string[] {
  const orders = order === null ? dayOrdersOf(text) : [order]
  return [...new Set(orders.flatMap((each) => parseDay(text, each) ?? []))]
}

/** A date in that order, with any separator or, for year first, none; null: no such date. */
export function parseDay(text: string, order: DayOrder): string | null {
  const packed = order === 'ymd' ? /^(\d{4})(\d{2})(\d{2})$/.exec(text) : null
  const parts = packed ?? /^(\d{1,4})[-./ ](\d{1,2})[-./ ](\d{1,4})(?:[T ].*)?$/.exec(text)
  if (parts === null) return null
  const [, a = '', b = '', c = ''] = parts
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  if (year.length !== 4 && year.length !== 2) return null
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null
}

function shown(text: string): string {
  return text.length > 40 ? `${shorten(text, 40)}…` : text
}
