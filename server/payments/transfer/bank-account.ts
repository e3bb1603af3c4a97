import type { BankAccount, IbanAccount, UsAccount } from '#contract/payments/bank-account.ts'

type Fault = { field: string; message: string }

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
/** Federal Reserve districts, thrift institutions and electronic transfers: the only numbers that begin a routing number. */
const ROUTING = /^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2])\d{7}$/
/** The longest that a payment in the United States can carry. */
const ACCOUNT = /^\d{4,17}$/
const LENGTH_MAX = 70
/** Files for a bank keep the letters and digits of a name, and must not be left without one. */
const A_NAME = /[\p{L}\p{N}]/u

/** What is wrong with an account to which people send money, by field; empty when it can be used. */
export function faultsOfBankAccount(account: BankAccount): Fault[] {
  const { holder, bank } = account
  const faults = account.kind !== 'us' ? faultsOfIban(account) : faultsOfNumbers(account)
  if (!A_NAME.test(holder) || holder.length > LENGTH_MAX) {
    faults.push({ field: 'holder', message: 'Enter the account holder, up to 70 characters.' })
  }
  if (bank.trim() === '' || bank.length > LENGTH_MAX) {
    faults.push({ field: 'bank', message: 'Enter the bank’s name, up to 70 characters.' })
  }
  return faults
}

function faultsOfIban({ iban, bic }: IbanAccount): Fault[] {
  const faults: Fault[] = []
  if (!isIban(iban)) faults.push({ field: 'iban', message: 'This IBAN isn’t valid. Check it for a typo.' })
  if (!BIC.test(plain(bic))) {
    faults.push({ field: 'bic', message: 'A BIC has 8 or 11 letters and digits, such as BYLADEM1001.' })
  }
  return faults
}

function faultsOfNumbers({ routingNumber, accountNumber }: UsAccount): Fault[] {
  const faults: Fault[] = []
  if (!isRoutingNumber(digits(routingNumber))) {
    const message = 'This routing number isn’t valid. It has nine digits; check them for a typo.'
    faults.push({ field: 'routingNumber', message })
  }
  if (!ACCOUNT.test(digits(accountNumber))) {
    faults.push({ field: 'accountNumber', message: 'An account number has 4 to 17 digits.' })
  }
  return faults
}

/** The account as it is stored: an IBAN in groups of four, other numbers without spaces or hyphens, no space around anything. */
export function tidyBankAccount(account: BankAccount): BankAccount {
  const named = { holder: account.holder.trim(), bank: account.bank.trim() }
  if (account.kind !== 'us') {
    const groups = plain(account.iban).match(/.{1,4}/g) ?? []
    return { ...account, ...named, iban: groups.join(' '), bic: plain(account.bic) }
  }
  return {
    ...account,
    ...named,
    routingNumber: digits(account.routingNumber),
    accountNumber: digits(account.accountNumber),
  }
}

/** Check digit of the American Bankers Association: the digits weighted 3, 7, 1 add up to a multiple of ten. */
function isRoutingNumber(text: string): boolean {
  if (!ROUTING.test(text)) return false
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * [3, 7, 1][place % 3]!, 0)
  return sum % 10 === 0
}

/** Check digits by ISO 13616: the number that the letters and digits make leaves 1 when divided by 97. */
function isIban(text: string): boolean {
  const iban = plain(text)
  if (!IBAN.test(iban)) return false
  const moved = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const letter of moved) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

function digits(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}
