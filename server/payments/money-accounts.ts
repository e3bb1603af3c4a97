/**
 * The accounts of the double-entry ledger, debit positive. Every name in `money_entry` is one of these (features that issue payable items
 * add theirs, such as `receivable:<person>`).
 *
 * - `provider:<name>`: money held by a provider, or in the company's bank account (`provider:transfer`). An asset.
 * - `unmatched:bank`: money in the bank account that is not matched to a person. A liability.
 * - `credit:<person>`: money we hold for a person: parts of a fee, overpayments, refunds on their way. A liability.
 * - `disputed:<provider>`: money that a payer's bank holds until a dispute is decided. An asset.
 * - `cost:disputes`: money lost in disputes after it had already been refunded to the payer. A cost.
 * - `cost:dispute-fees`: what a provider charges for disputes. A cost.
 * - `cost:rewards`: credit given for referrals, less what was reversed. A cost.
 * - `receivable:<person>`: what a person owes on invoices. An asset.
 * - `seller:<seller>`: what we owe a seller for lots, less commission, fees and payouts. A liability.
 * - `income:membership`, `income:auctions`, `income:commission`: earned. `owed:sellers` (lots without a seller's account), `owed:tax`:
 *   collected for others. Credits.
 */
export const accounts = {
  provider: (name: string) => `provider:${name}`,
  unmatched: 'unmatched:bank',
  credit: (accountId: string) => `credit:${accountId}`,
  disputed: (name: string) => `disputed:${name}`,
  disputeCosts: 'cost:disputes',
  disputeFees: 'cost:dispute-fees',
  rewards: 'cost:rewards',
  membershipIncome: 'income:membership',
}
