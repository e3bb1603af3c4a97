import * as z from 'zod/mini'
import { oneLine } from './values.ts'

/** An account in the United States: the nine digits of its bank, and its own number. */
const UsAccount = z.object({
  kind: z.literal('us'),
  holder: z.string().check(oneLine),
  routingNumber: z.string().check(oneLine),
  accountNumber: z.string().check(oneLine),
  bank: z.string().check(oneLine),
})
export type UsAccount = z.infer<typeof UsAccount>

/** An account where banks know each other by IBAN and BIC. */
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

/** The account as settings and papers keep it: while there were no others, an IBAN account was kept without its kind. */
export const KeptAccount = z.discriminatedUnion('kind', [
  UsAccount,
  z.extend(IbanAccount, { kind: z.optional(z.literal('iban')) }),
])
export type KeptAccount = z.infer<typeof KeptAccount>

const carried = { reference: z.string() }

/** The account, and what a transfer has to carry to be matched to its payment. */
export const TransferTo = z.discriminatedUnion('kind', [z.extend(UsAccount, carried), z.extend(IbanAccount, carried)])

/** `copied`: what a form takes, where that is not what people read. */
export type BankFact = { name: string; value: string; copied?: string }

/** What a payer's bank asks for, in the order of its form. Every invoice and page that names the account shows these. */
export function bankFacts(account: KeptAccount): BankFact[] {
  const { holder, bank } = account
  if (account.kind !== 'us') {
    const iban = { name: 'IBAN', value: account.iban, copied: account.iban.replaceAll(' ', '') }
    return [
      { name: 'Account holder', value: holder },
      iban,
      { name: 'BIC', value: account.bic },
      { name: 'Bank', value: bank },
    ]
  }
  return [
    { name: 'Account holder', value: holder },
    { name: 'Routing number', value: account.routingNumber },
    { name: 'Account number', value: account.accountNumber },
    { name: 'Bank', value: bank },
  ]
}
