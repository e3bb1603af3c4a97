import { expect, test } from 'vitest'
import { sepaFile } from './sepa-file.ts'

const account = {
  kind: 'iban',
  holder: 'Lotte Vos',
  iban: 'NL91 ABNA 0417 1643 00',
  bic: 'ABNANL2A',
  bank: 'ABN AMRO',
} as const

function textOf(statements: string): string {
  const payee = { code: 'LV', name: 'Lotte Vos', isPerson: true, account, amount: 12_345, statements }
  const file = sepaFile({
    number: 'P-2026-0007',
    currency: 'EUR',
    madeAt: Date.UTC(2026, 10, 27),
    timeZone: 'America/New_York',
    madeBefore: 0,
    payOn: '2026-11-27',
    company: { name: 'Paddock', taxId: '', account },
    payees: [payee],
  })
  return /<Ustrd>(.*?)<\/Ustrd>/.exec(file)![1]!
}

test('a payment names its batch and as many whole statement numbers as a bank’s text has room for', () => {
  const numbers = Array.from({ length: 14 }, (_, index) => `S-2026-${String(index + 1).padStart(5, '0')}`)
  expect(textOf(numbers.slice(0, 2).join(' '))).toBe('P-2026-0007 S-2026-00001 S-2026-00002')
  const named = textOf(numbers.join(' ')).split(' ')
  expect(named).toEqual(['P-2026-0007', ...numbers.slice(0, 9)])
})
