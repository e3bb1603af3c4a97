/**
 * The accounts of the double-entry ledger, debit positive. Every name in `money_entry` is one of these (rooms that issue what can
 * be paid add theirs, such as `receivable:<person>`).
 *
 * - `provider:<name>`: money that lies with a provider, or in the house's bank account (`provider:transfer`). An asset.
 * - `unmatched:bank`: money in the bank account that nobody has been found for. A debt.
 * - `credit:<person>`: money of a person that the house holds: parts of a fee, too much paid, refunds on their way. A debt.
 * - `disputed:<provider>`: money that a payer's bank holds until a dispute is decided. An asset.
 * - `cost:disputes`: money lost in disputes that had gone back to the payer before. A cost.
 * - `cost:dispute-fees`: what a provider charges for disputes. A cost.
 * - `receivable:<person>`: what a person owes by invoices. An asset.
 * - `income:membership`, `income:sales`: earned. `owed:sellers`, `owed:tax`: earned for others. Credits.
 */
export const accounts = {
  provider: (name: string) => `provider:${name}`,
  unmatched: 'unmatched:bank',
  credit: (accountId: string) => `credit:${accountId}`,
  disputed: (name: string) => `disputed:${name}`,
  disputeCosts: 'cost:disputes',
  disputeFees: 'cost:dispute-fees',
  membershipIncome: 'income:membership',
}
