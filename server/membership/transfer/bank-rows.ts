import { createHash } from 'node:crypto'
import type { BankMapping, RowFault } from '#contract/transfers.ts'
import { fractionDigits } from '#server/platform/money-text.ts'
import type { BankFile } from './bank-file.ts'

/** Money that came in, as one row says it; amount in minor units, the day as YYYY-MM-DD. */
export type BankRow = {
  line: number
  fingerprint: Buffer
  bookedOn: string
  amount: number
  currency: string
  text: string
  payerName: string
  payerAccount: string
}

export type ReadRow =
  | { line: number; row: BankRow }
  | { line: number; faults: RowFault[] }
  | { line: number; row: null }

const TEXT_MAX = 500
const AMOUNT_DIGITS_MAX = 12

/**
 * Reads the rows of a file by a mapping: money in, money out (null), or what is wrong, by line and column. Nothing is guessed here: a
 * cell that does not say what its column should is a fault. Money in another currency than the house's is one, too.
 */
export function readBankRows(file: BankFile, mapping: BankMapping, houseCurrency: string): ReadRow[] {
  const seen = new Map<string, number>()
  return file.rows.map(({ line, cells }) => {
    const faults: RowFault[] = []
    const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
    const fault = (column: number, message: string) => {
      faults.push({ line, column: file.header[column] ?? `column ${column + 1}`, message })
      return null
    }
    const amountCell = cell(mapping.amount)
    const currency = cell(mapping.currency).toUpperCase() || houseCurrency
    const amount = amountCell === '' ? 0 : parseAmount(amountCell, mapping.decimal, houseCurrency)
    if (amount === null) fault(mapping.amount, `"${shown(amountCell)}" is no amount.`)
    if (amount !== null && amount <= 0) return { line, row: null }
    const bookedOn = parseDay(cell(mapping.bookedOn), mapping.dayOrder)
    if (bookedOn === null) fault(mapping.bookedOn, `"${shown(cell(mapping.bookedOn))}" is no day.`)
    if (currency !== houseCurrency && mapping.currency !== null) {
      fault(mapping.currency, `"${shown(currency)}": the house takes ${houseCurrency}.`)
    }
    if (amount === null || bookedOn === null || faults.length > 0) return { line, faults }
    const text = mapping.text
      .map(cell)
      .filter((part) => part !== '')
      .join(' ')
      .slice(0, TEXT_MAX)
    const payerName = cell(mapping.payerName).slice(0, TEXT_MAX)
    const payerAccount = cell(mapping.payerAccount).slice(0, TEXT_MAX)
    const says = [bookedOn, amount, currency, text, payerName, payerAccount].join('\n')
    const bankId = cell(mapping.bankId)
    const fingerprint = bankId === '' ? repeated(seen, says) : sha256(`id\n${bankId}`)
    return { line, row: { line, fingerprint, bookedOn, amount, currency, text, payerName, payerAccount } }
  })
}

/**
 * Two equal rows of one file are two transfers; the same two in the next file, which overlaps, are those two again. So a row without
 * the bank's own id is known by what it says and how often the file had said so before.
 */
function repeated(seen: Map<string, number>, says: string): Buffer {
  const times = seen.get(says) ?? 0
  seen.set(says, times + 1)
  return sha256(`row\n${times}\n${says}`)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** `1.234,50` or `1,234.50`, signed before or behind, with or without the currency: minor units; null: no amount. */
export function parseAmount(text: string, decimal: '.' | ',', currency: string): number | null {
  const group = decimal === '.' ? ',' : '.'
  const digits = fractionDigits(currency)
  const plain = text
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^[A-Z]{3}|[A-Z]{3}$/i, '')
    .replaceAll('\u2212', '-')
  const found = /^([+-]?)[$€£]?(\d[\d.,]*)([+-]?)$/.exec(plain)
  if (found === null) return null
  const [, before = '', figures = '', behind = ''] = found
  const [whole = '', fraction = '', ...more] = figures.split(decimal)
  if (more.length > 0 || fraction.includes(group) || fraction.length > digits) return null
  if (whole.includes(group) && !new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole)) return null
  const minor = whole.replaceAll(group, '') + fraction.padEnd(digits, '0')
  if (!/^\d+$/.test(minor) || minor.length > AMOUNT_DIGITS_MAX) return null
  return before === '-' || behind === '-' ? -Number(minor) : Number(minor)
}

/** A day of the calendar in that order, parted by anything or, for year first, by nothing; null: there is no such day. */
export function parseDay(text: string, order: BankMapping['dayOrder']): string | null {
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
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
