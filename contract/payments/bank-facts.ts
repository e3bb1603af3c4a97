import type { KeptAccount } from './bank-account.ts'

/** `copied`: the text to copy, if it differs from the displayed one. */
export type BankFact = { name: string; value: string; copied?: string }

/** The fields of a bank transfer form, in order. Every invoice and page with the account shows these. */
export function bankFacts(account: KeptAccount): BankFact[] {
  const { holder, bank } = account
  return [{ name: 'Account holder', value: holder }, ...numbersOf(account), { name: 'Bank', value: bank }]
}

function numbersOf(account: KeptAccount): BankFact[] {
  switch (account.kind) {
    case 'us':
      return [
        { name: 'Routing number', value: account.routingNumber },
        { name: 'Account number', value: account.accountNumber },
      ]
    case 'ca':
      return [
        { name: 'Institution number', value: account.institution },
        { name: 'Transit number', value: account.transit },
        { name: 'Account number', value: account.accountNumber },
      ]
    case 'mx':
      return [{ name: 'CLABE', value: account.clabe, copied: account.clabe.replaceAll(' ', '') }]
    default:
      return [
        { name: 'IBAN', value: account.iban, copied: account.iban.replaceAll(' ', '') },
        { name: 'BIC', value: account.bic },
      ]
  }
}
