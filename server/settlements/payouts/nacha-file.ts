import anyAscii from 'any-ascii'
import { dayOf, isoIn } from '#server/invoices/business-days.ts'
import type { UsFile } from './payment-file.ts'

/**
 * A file for the ACH network in the format of Nacha: records of 94 characters, in blocks of ten. Credits only, to checking accounts:
 * people as PPD, companies as CCD. https://achdevguide.nacha.org/ach-file-details
 */

const RECORD_LENGTH = 94
const BLOCK_RECORDS = 10
/** The most that one payment can be: ten digits, in cents. */
export const ACH_AMOUNT_MAX = 9_999_999_999
/** Tells apart the files that one company sends on one day. */
const FILE_ID_MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
export const ACH_FILES_PER_DAY = FILE_ID_MODIFIERS.length
const CREDITS_ONLY = '220'
const CHECKING_CREDIT = '22'
const HASH_MODULUS = 10_000_000_000

type UsPayee = UsFile['payees'][number]

export function nachaFile(file: UsFile): string {
  const groups = [
    { rule: 'PPD', payees: file.payees.filter(({ isPerson }) => isPerson) },
    { rule: 'CCD', payees: file.payees.filter(({ isPerson }) => !isPerson) },
  ].filter(({ payees }) => payees.length > 0)
  let trace = 0
  const batches = groups.flatMap(({ rule, payees }, index) => [
    batchHeader(file, rule, index + 1),
    ...payees.map((payee) => entry(file, payee, (trace += 1))),
    batchControl(file, payees, index + 1),
  ])
  const blocks = Math.ceil((batches.length + 2) / BLOCK_RECORDS)
  const records = [fileHeader(file), ...batches, fileControl(file, groups.length, blocks)]
  const filler = Array.from({ length: blocks * BLOCK_RECORDS - records.length }, () => '9'.repeat(RECORD_LENGTH))
  return `${[...records, ...filler].join('\r\n')}\r\n`
}

/** The number under which the bank knows the company: `1` and the nine digits of its tax id; null: it has none. */
export function companyIdOf(taxId: string): string | null {
  const digits = taxId.replaceAll(/\D/g, '')
  return digits.length === 9 ? `1${digits}` : null
}

function fileHeader({ company, madeAt, timeZone, madeBefore, number }: UsFile): string {
  const [day, time] = isoIn(madeAt, timeZone).split('T') as [string, string]
  return record(
    '101',
    ` ${company.account.routingNumber}`,
    companyIdOf(company.taxId)!,
    shortDay(day),
    time.slice(0, 5).replace(':', ''),
    `${FILE_ID_MODIFIERS[madeBefore]!}094101`,
    text(company.account.bank, 23),
    text(company.name, 23),
    text(number.replaceAll('-', '').slice(-8), 8),
  )
}

function batchHeader({ company, payOn, madeAt, timeZone }: UsFile, rule: string, batchNumber: number): string {
  return record(
    `5${CREDITS_ONLY}`,
    text(company.name, 16),
    text('', 20),
    companyIdOf(company.taxId)!,
    rule,
    text('PAYOUT', 10),
    shortDay(dayOf(madeAt, timeZone)),
    shortDay(payOn),
    '   1',
    originOf(company.account.routingNumber),
    figures(batchNumber, 7),
  )
}

function entry({ company, number }: UsFile, { account, amount }: UsPayee, trace: number): string {
  return record(
    `6${CHECKING_CREDIT}`,
    account.routingNumber,
    text(account.accountNumber, 17),
    figures(amount, 10),
    text(number, 15),
    text(account.holder, 22),
    '  0',
    originOf(company.account.routingNumber),
    figures(trace, 7),
  )
}

function batchControl({ company }: UsFile, payees: readonly UsPayee[], batchNumber: number): string {
  return record(
    `8${CREDITS_ONLY}`,
    figures(payees.length, 6),
    hashOf(payees),
    figures(0, 12),
    figures(totalOf(payees), 12),
    companyIdOf(company.taxId)!,
    text('', 25),
    originOf(company.account.routingNumber),
    figures(batchNumber, 7),
  )
}

function fileControl({ payees }: UsFile, batches: number, blocks: number): string {
  return record(
    '9',
    figures(batches, 6),
    figures(blocks, 6),
    figures(payees.length, 8),
    hashOf(payees),
    figures(0, 12),
    figures(totalOf(payees), 12),
    text('', 39),
  )
}

/** The sum of the first eight digits of all routing numbers, of which the last ten digits count. */
function hashOf(payees: readonly UsPayee[]): string {
  const sum = payees.reduce((total, { account }) => total + Number(originOf(account.routingNumber)), 0)
  return figures(sum % HASH_MODULUS, 10)
}

function totalOf(payees: readonly Pick<UsPayee, 'amount'>[]): number {
  return payees.reduce((sum, { amount }) => sum + amount, 0)
}

/** A routing number without its check digit, as it names the bank that sends. */
function originOf(routingNumber: string): string {
  return routingNumber.slice(0, 8)
}

/** `2026-11-27` as `261127`. */
function shortDay(day: string): string {
  return day.slice(2, 10).replaceAll('-', '')
}

/** Capital letters and digits of the English alphabet, cut or padded to the length. */
function text(words: string, length: number): string {
  const plain = anyAscii(words)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9.,&/-]+/g, ' ')
    .trim()
  return plain.slice(0, length).padEnd(length)
}

function figures(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

function record(...parts: string[]): string {
  const line = parts.join('')
  if (line.length !== RECORD_LENGTH)
    throw new Error(`a record of ${line.length} characters instead of ${RECORD_LENGTH}`)
  return line
}
