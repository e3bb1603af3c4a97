import type {
  BankAccount,
  CanadianAccount,
  IbanAccount,
  MexicanAccount,
  UsAccount,
} from '#contract/payments/bank-account.ts'

type Fault = { field: string; message: string }

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
/** Federal Reserve districts, thrift institutions and electronic transfers: the only numbers that begin a routing number. */
const ROUTING = /^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2])\d{7}$/
/** The longest that a payment in the United States can carry. */
const ACCOUNT = /^\d{4,17}$/
/** Banks' and branches' codes in Canada, and the lengths of account numbers there. They have no check digit. */
const INSTITUTION = /^\d{3}$/
const TRANSIT = /^\d{5}$/
const CANADIAN_NUMBER = /^\d{7,12}$/
const CLABE = /^\d{18}$/
const LENGTH_MAX = 70
/** Files for a bank keep the letters and digits of a name, and must not be left without one. */
const A_NAME = /[\p{L}\p{N}]/u

/** What is wrong with an account to which people send money, by field; empty when it can be used. */
export function faultsOfBankAccount(account: BankAccount): Fault[] {
  const { holder, bank } = account
  const faults = faultsOfKind(account)
  if (!A_NAME.test(holder) || holder.length > LENGTH_MAX) {
    faults.push({ field: 'holder', message: 'Enter the account holder, up to 70 characters.' })
  }
  if (bank.trim() === '' || bank.length > LENGTH_MAX) {
    faults.push({ field: 'bank', message: 'Enter the bank’s name, up to 70 characters.' })
  }
  return faults
}

function faultsOfKind(account: BankAccount): Fault[] {
  switch (account.kind) {
    case 'iban':
      return faultsOfIban(account)
    case 'us':
      return faultsOfNumbers(account)
    case 'ca':
      return faultsOfCanadian(account)
    case 'mx':
      return faultsOfMexican(account)
    default:
      return account satisfies never
  }
}

function faultsOfCanadian({ institution, transit, accountNumber }: CanadianAccount): Fault[] {
  const faults: Fault[] = []
  if (!INSTITUTION.test(digits(institution))) {
    faults.push({ field: 'institution', message: 'An institution number has three digits, such as 003.' })
  }
  if (!TRANSIT.test(digits(transit))) {
    faults.push({ field: 'transit', message: 'A transit number has five digits, such as 00102.' })
  }
  if (!CANADIAN_NUMBER.test(digits(accountNumber))) {
    faults.push({ field: 'accountNumber', message: 'An account number in Canada has 7 to 12 digits.' })
  }
  return faults
}

function faultsOfMexican({ clabe }: MexicanAccount): Fault[] {
  if (isClabe(digits(clabe))) return []
  return [{ field: 'clabe', message: 'This CLABE isn’t valid. It has 18 digits; check them for a typo.' }]
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

/**
 * The account as it is stored: an IBAN in groups of four, a CLABE as bank, branch, account and check digit, other numbers without spaces or
 * hyphens, no space around anything.
 */
export function tidyBankAccount(account: BankAccount): BankAccount {
  const named = { holder: account.holder.trim(), bank: account.bank.trim() }
  switch (account.kind) {
    case 'iban': {
      const groups = plain(account.iban).match(/.{1,4}/g) ?? []
      return { ...account, ...named, iban: groups.join(' '), bic: plain(account.bic) }
    }
    case 'us': {
      const { routingNumber, accountNumber } = account
      return { ...account, ...named, routingNumber: digits(routingNumber), accountNumber: digits(accountNumber) }
    }
    case 'ca': {
      const { institution, transit, accountNumber } = account
      const numbers = { institution: digits(institution), transit: digits(transit) }
      return { ...account, ...named, ...numbers, accountNumber: digits(accountNumber) }
    }
    case 'mx':
      return { ...account, ...named, clabe: digits(account.clabe).replace(/^(\d{3})(\d{3})(\d{11})/, '$1 $2 $3 ') }
    default:
      return account satisfies never
  }
}

/** Check digit of the American Bankers Association: the digits weighted 3, 7, 1 add up to a multiple of ten. */
function isRoutingNumber(text: string): boolean {
  if (!ROUTING.test(text)) return false
  return weighted(text) % 10 === 0
}

/** Check digit of the Banco de México: the same weights, over all digits before it, each product without its tens. */
function isClabe(text: string): boolean {
  return CLABE.test(text) && (10 - (weighted(text.slice(0, -1)) % 10)) % 10 === Number(text.at(-1))
}

/** The digits weighted 3, 7, 1, in turn. */
function weighted(text: string): number {
  return [...text].reduce((total, digit, place) => total + Number(digit) * [3, 7, 1][place % 3]!, 0)
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
