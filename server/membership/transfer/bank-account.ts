import type { BankAccount } from '#contract/transfers.ts'

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const LENGTH_MAX = 70

/** What is wrong with an account to which people send money, by field; empty when it can be used. */
export function faultsOfBankAccount({ holder, iban, bic, bank }: BankAccount): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  const add = (field: string, message: string) => faults.push({ field, message })
  if (holder.trim() === '' || holder.length > LENGTH_MAX) add('holder', 'Name the holder, in at most 70 letters.')
  if (!isIban(iban)) add('iban', 'This IBAN does not check: look for a slip in it.')
  if (!BIC.test(plain(bic))) add('bic', 'A BIC has 8 or 11 letters and digits, such as BYLADEM1001.')
  if (bank.trim() === '' || bank.length > LENGTH_MAX) add('bank', 'Name the bank, in at most 70 letters.')
  return faults
}

/** The account as it is stored: the IBAN in groups of four, no space around anything. */
export function tidyBankAccount({ holder, iban, bic, bank }: BankAccount): BankAccount {
  const groups = plain(iban).match(/.{1,4}/g) ?? []
  return { holder: holder.trim(), iban: groups.join(' '), bic: plain(bic), bank: bank.trim() }
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
