import * as z from 'zod/mini'
import { oneLine } from '../platform/values.ts'

/** An account in the United States: the nine digits of its bank, and its own number. */
const UsAccount = z.object({
  kind: z.literal('us'),
  holder: z.string().check(oneLine),
  routingNumber: z.string().check(oneLine),
  accountNumber: z.string().check(oneLine),
  bank: z.string().check(oneLine),
})
export type UsAccount = z.infer<typeof UsAccount>

/** An account in Canada: the three digits of its bank, the five of its branch, and its own number. */
const CanadianAccount = z.object({
  kind: z.literal('ca'),
  holder: z.string().check(oneLine),
  institution: z.string().check(oneLine),
  transit: z.string().check(oneLine),
  accountNumber: z.string().check(oneLine),
  bank: z.string().check(oneLine),
})
export type CanadianAccount = z.infer<typeof CanadianAccount>

/** An account in Mexico: its CLABE has the bank, the branch and the account in 18 digits. */
const MexicanAccount = z.object({
  kind: z.literal('mx'),
  holder: z.string().check(oneLine),
  clabe: z.string().check(oneLine),
  bank: z.string().check(oneLine),
})
export type MexicanAccount = z.infer<typeof MexicanAccount>

/** An account with IBAN and BIC. */
const IbanAccount = z.object({
  kind: z.literal('iban'),
  holder: z.string().check(oneLine),
  iban: z.string(),
  bic: z.string(),
  bank: z.string().check(oneLine),
})
export type IbanAccount = z.infer<typeof IbanAccount>

/** An account that receives transfers: the company's own, or a seller's. */
export const BankAccount = z.discriminatedUnion('kind', [UsAccount, CanadianAccount, MexicanAccount, IbanAccount])
export type BankAccount = z.infer<typeof BankAccount>

/** The account as stored in settings and documents; old IBAN accounts have no kind. */
export const KeptAccount = z.discriminatedUnion('kind', [
  UsAccount,
  CanadianAccount,
  MexicanAccount,
  z.extend(IbanAccount, { kind: z.optional(z.literal('iban')) }),
])
export type KeptAccount = z.infer<typeof KeptAccount>

const carried = { reference: z.string() }

/** The account, and the reference a transfer needs to be matched to its payment. */
export const TransferTo = z.discriminatedUnion('kind', [
  z.extend(UsAccount, carried),
  z.extend(CanadianAccount, carried),
  z.extend(MexicanAccount, carried),
  z.extend(IbanAccount, carried),
])

/** The number of the account itself, without spaces. */
export function numberOf(account: BankAccount): string {
  const number = account.kind === 'iban' ? account.iban : account.kind === 'mx' ? account.clabe : account.accountNumber
  return number.replaceAll(' ', '')
}

/** What identifies the bank or its branch next to the number, in the form of the country's payment files; empty: the number includes it. */
export function bankCodeOf(account: BankAccount): string {
  switch (account.kind) {
    case 'iban':
      return account.bic
    case 'us':
      return account.routingNumber
    case 'ca':
      return `0${account.institution}${account.transit}`
    case 'mx':
      return ''
    default:
      return account satisfies never
  }
}

/** An account as staff and its owner see it, masked; null: paid by hand. Stored in English. */
export function accountWords(account: BankAccount | null): string {
  return account === null ? 'By hand' : maskedWords(account.kind, numberOf(account).slice(-4))
}

/** `end`: the last characters of the number. */
export function maskedWords(kind: BankAccount['kind'], end: string): string {
  if (kind === 'iban') return `IBAN …${end}`
  return kind === 'mx' ? `CLABE …${end}` : `Account …${end}`
}
