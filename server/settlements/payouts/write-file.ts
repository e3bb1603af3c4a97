import { bankCodeOf, numberOf } from '#contract/payments/bank-account.ts'
import type { PayoutBatch } from '#contract/settlements/payouts.ts'
import { csvRecord } from '#server/platform/csv.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { nachaFile } from './nacha-file.ts'
import type { CsvFile, FileFacts, FormattedPayments } from './payment-file.ts'
import { sepaFile } from './sepa-file.ts'

export function writeFile({ format, payments }: FormattedPayments, facts: FileFacts): Buffer {
  if (format === 'sepa') return Buffer.from(sepaFile({ ...facts, ...payments }))
  if (format === 'nacha') return Buffer.from(nachaFile({ ...facts, ...payments }))
  return Buffer.from(csvFile({ ...facts, ...payments }))
}

const ENDINGS: Record<PayoutBatch['format'], string> = { sepa: 'xml', nacha: 'ach', csv: 'csv' }

export function fileNameOf({ number, format }: Pick<PayoutBatch, 'number' | 'format'>): string {
  return `payout-${number}.${ENDINGS[format]}`
}

function csvFile({ number, currency, payOn, payees }: CsvFile): string {
  const head = [
    'Payout',
    'Pay on',
    'Seller code',
    'Seller',
    'Account holder',
    'IBAN or account number',
    'BIC or routing number',
    'Bank',
    'Currency',
    'Amount',
    'Statements',
  ]
  const rows = payees.map(({ code, name, account, amount, statements }) => [
    number,
    payOn,
    code,
    name,
    account?.holder ?? '',
    account === null ? '' : numberOf(account),
    account === null ? '' : bankCodeOf(account),
    account?.bank ?? '',
    currency,
    plainAmount(amount, currency),
    statements,
  ])
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  return `\ufeff${[head, ...rows].map(csvRecord).join('')}`
}
