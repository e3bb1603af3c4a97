import { expect, test } from 'vitest'
import { accountWords, bankCodeOf, numberOf, type BankAccount } from '#contract/payments/bank-account.ts'
import { bankFacts } from '#contract/payments/bank-facts.ts'
import { faultsOfBankAccount, tidyBankAccount } from './bank-account.ts'

const NAMED = { holder: 'Northgate Motors', bank: 'First Bank' }
const CLABE = '032180000118359719'
const CANADIAN = { ...NAMED, kind: 'ca', institution: '003', transit: '00102', accountNumber: '1234567' } as const

const fieldsOf = (account: BankAccount) => faultsOfBankAccount(account).map(({ field }) => field)
const mexican = (clabe: string): BankAccount => ({ ...NAMED, kind: 'mx', clabe })

test('a CLABE has 18 digits, the last of which checks the others', () => {
  for (const clabe of [CLABE, '032 180 00011835971 9', '032-180-00011835971-9', '002010077777777771'])
    expect(fieldsOf(mexican(clabe)), clabe).toEqual([])
  for (let digit = 0; digit < 9; digit += 1) expect(fieldsOf(mexican(CLABE.slice(0, -1) + digit))).toEqual(['clabe'])
  for (const clabe of ['', CLABE.slice(1), `${CLABE}0`, '042180000118359719', '032180000118395719', 'x'.repeat(18)])
    expect(faultsOfBankAccount(mexican(clabe)), clabe).toEqual([
      { field: 'clabe', message: 'This CLABE isn’t valid. It has 18 digits; check them for a typo.' },
    ])
})

test('an account in Canada has three, five and 7 to 12 digits', () => {
  for (const own of [{}, { institution: ' 003 ', transit: '001-02' }, { accountNumber: '123456789012' }])
    expect(fieldsOf({ ...CANADIAN, ...own })).toEqual([])
  expect(fieldsOf({ ...CANADIAN, institution: '03', transit: '0102', accountNumber: '123456' })).toEqual([
    'institution',
    'transit',
    'accountNumber',
  ])
  expect(fieldsOf({ ...CANADIAN, institution: '0003', transit: '00l02', accountNumber: '1'.repeat(13) })).toHaveLength(
    3,
  )
  expect(fieldsOf({ ...CANADIAN, holder: ' ', bank: '' })).toEqual(['holder', 'bank'])
})

test('both are kept tidy, shown in the fields of their country, and masked', () => {
  const mx = tidyBankAccount(mexican(` ${CLABE} `))
  expect(mx).toMatchObject({ clabe: '032 180 00011835971 9' })
  expect(tidyBankAccount(mx)).toEqual(mx)
  expect(bankFacts(mx)).toEqual([
    { name: 'Account holder', value: 'Northgate Motors' },
    { name: 'CLABE', value: '032 180 00011835971 9', copied: CLABE },
    { name: 'Bank', value: 'First Bank' },
  ])
  expect([accountWords(mx), numberOf(mx), bankCodeOf(mx)]).toEqual(['CLABE …9719', CLABE, ''])
  const ca = tidyBankAccount({ ...CANADIAN, transit: '001-02', accountNumber: '12 345-67' })
  expect(ca).toEqual(CANADIAN)
  expect(bankFacts(ca).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Account holder: Northgate Motors',
    'Institution number: 003',
    'Transit number: 00102',
    'Account number: 1234567',
    'Bank: First Bank',
  ])
  expect([accountWords(ca), numberOf(ca), bankCodeOf(ca)]).toEqual(['Account …4567', '1234567', '000300102'])
})
