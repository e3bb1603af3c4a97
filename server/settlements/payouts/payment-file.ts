import type { BankAccount, IbanAccount, UsAccount } from '#contract/payments/bank-account.ts'

/** One seller's payment in a file for the bank. */
export type Payee<Account extends BankAccount | null> = {
  code: string
  name: string
  /** People and companies are paid under different rules of the ACH network. */
  isPerson: boolean
  account: Account
  /** Minor units. */
  amount: number
  /** The numbers of the statements that it pays. */
  statements: string
}

/** Who pays whom. */
type Payments<Account extends BankAccount> = {
  company: { name: string; taxId: string; account: Account }
  payees: Payee<Account>[]
}

/** Known once nothing can refuse the batch any more. */
export type FileFacts = {
  /** The batch's number: the reference that the bank's lines carry. */
  number: string
  currency: string
  /** In ms. */
  madeAt: number
  /** In which its day begins and ends. */
  timeZone: string
  /** How many files of its format were made before it on its day. */
  madeBefore: number
  /** The day on which the bank should pay, 2026-11-27. */
  payOn: string
}

export type IbanFile = FileFacts & Payments<IbanAccount>
export type UsFile = FileFacts & Payments<UsAccount>
/** Accounts that aren't known are left empty. */
export type CsvFile = FileFacts & { payees: Payee<BankAccount | null>[] }

/** The payments of a batch in its format, before it has a number. */
export type FormattedPayments =
  | { format: 'sepa'; payments: Payments<IbanAccount> }
  | { format: 'nacha'; payments: Payments<UsAccount> }
  | { format: 'csv'; payments: Pick<CsvFile, 'payees'> }
