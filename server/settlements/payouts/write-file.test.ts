import { expect, test } from 'vitest'
import type { BankAccount } from '#contract/payments/bank-account.ts'
import { writeFile } from './write-file.ts'

const NAMED = { holder: 'Northgate Motors', bank: 'First Bank' }

test('a CSV file has the numbers of each account as its country writes them', () => {
  const accounts: (BankAccount | null)[] = [
    { ...NAMED, kind: 'us', routingNumber: '021000021', accountNumber: '000987654321' },
    { ...NAMED, kind: 'ca', institution: '003', transit: '00102', accountNumber: '1234567' },
    { ...NAMED, kind: 'mx', clabe: '032 180 00011835971 9' },
    { ...NAMED, kind: 'iban', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' },
    null,
  ]
  const payees = accounts.map((account, at) => {
    return { code: `S-${at}`, name: 'North', isPerson: false, account, amount: 100, statements: 'ST-1' }
  })
  const facts = { number: 'P-1', currency: 'USD', madeAt: 0, timeZone: 'UTC', madeBefore: 0, payOn: '2026-11-27' }
  const [, ...lines] = writeFile({ format: 'csv', payments: { payees } }, facts).toString().trim().split(/\r?\n/)
  expect(lines.map((line) => line.split(',').slice(4, 8).join(','))).toEqual([
    'Northgate Motors,000987654321,021000021,First Bank',
    'Northgate Motors,1234567,000300102,First Bank',
    'Northgate Motors,032180000118359719,,First Bank',
    'Northgate Motors,DE89370400440532013000,COBADEFFXXX,First Bank',
    ',,,',
  ])
})
