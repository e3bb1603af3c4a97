import type { KeptAccount } from './bank-account.ts'

/** `copied`: the text to copy, if it differs from the displayed one. */
export type BankFact = { name: string; value: string; copied?: string }

/** The fields of a bank transfer form, in order. Every invoice and page with the account shows these. */
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
