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

/** An account with IBAN and BIC. */
const IbanAccount = z.object({
  kind: z.literal('iban'),
  holder: z.string().check(oneLine),
  iban: z.string(),
  bic: z.string(),
  bank: z.string().check(oneLine),
})
export type IbanAccount = z.infer<typeof IbanAccount>

/** The company's account for transfers. */
export const BankAccount = z.discriminatedUnion('kind', [UsAccount, IbanAccount])
export type BankAccount = z.infer<typeof BankAccount>

/** The account as stored in settings and documents; old IBAN accounts have no kind. */
export const KeptAccount = z.discriminatedUnion('kind', [
  UsAccount,
  z.extend(IbanAccount, { kind: z.optional(z.literal('iban')) }),
])
export type KeptAccount = z.infer<typeof KeptAccount>

const carried = { reference: z.string() }

/** The account, and the reference a transfer needs to be matched to its payment. */
export const TransferTo = z.discriminatedUnion('kind', [z.extend(UsAccount, carried), z.extend(IbanAccount, carried)])

/** An account as staff and its owner see it, masked; null: paid by hand. Stored in English. */
export function accountWords(account: BankAccount | null): string {
  if (account === null) return 'By hand'
  return account.kind === 'us' ? `Account …${account.accountNumber.slice(-4)}` : `IBAN …${account.iban.slice(-4)}`
}
