import type { Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { accountWords, type BankAccount } from '#contract/payments/bank-account.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { makePayout as endpoint } from '#contract/settlements/payouts.ts'
import { businessDaysAfter, dayOf, startOfDay } from '#server/invoices/business-days.ts'
import { nextInstant, nextNumber } from '#server/invoices/settings/next-number.ts'
import { readBankAccount } from '#server/payments/transfer/provider.ts'
import { alreadySaved, audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { forbidden, type Problem, Refusal, refuse } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { bankAccountsOf, sellersOf, type SellerFacts } from '#server/sellers/find-sellers.ts'
import { ACH_AMOUNT_MAX, ACH_FILES_PER_DAY, companyIdOf } from './nacha-file.ts'
import type { FormattedPayments, Payee } from './payment-file.ts'
import {
  batchById,
  countMadeSince,
  insertBatch,
  isBatchOf,
  lockDueStatements,
  type DueStatement,
} from './payout-store.ts'
import { SEPA_AMOUNT_MAX } from './sepa-file.ts'
import { writeFile } from './write-file.ts'

type Wish = BodyOf<typeof endpoint>

export function batchContext(batchId: string): string {
  return `payout:${batchId}`
}

/** What one seller gets, before their account is known to fit the file. */
type Part = Payee<BankAccount | null> & { sellerId: string; statementIds: string[] }

/** Makes a batch of due statements, under an id created by the client: sent again, it is the same batch. */
export function makeBatch(app: App, actorId: string, wish: Wish): Promise<Refusal | null> {
  return enterOnce(() => app.db.transaction().execute((trx) => makeIn(app, trx, actorId, wish)))
}

async function makeIn(app: App, trx: Kysely<object>, actorId: string, wish: Wish): Promise<Refusal | null> {
  const { id, format, statementIds } = wish
  const before = await batchById(trx, id)
  if (before !== undefined) return (await isBatchOf(trx, wish)) ? null : alreadySaved('page')
  const statements = await lockDueStatements(trx, statementIds)
  const refused = whyNot(statements, statementIds)
  if (refused !== null) return refused
  const currency = statements[0]!.currency
  const parts = await partsOf(app, trx, actorId, statements)
  const unpaid = parts.find(({ amount }) => amount <= 0)
  if (unpaid !== undefined) {
    return refuse(
      'nothing-to-pay',
      `${unpaid.name} owes us at least as much as we owe them. Leave out their statements.`,
    )
  }
  const terms = await readCompanyTerms(app, trx)
  const payments = await formattedPayments(app, trx, { format, currency, terms, parts })
  if (payments instanceof Refusal) return payments
  const { timeZone } = terms
  const issuedAt = await nextInstant(trx, 'payout')
  const madeBefore = await countMadeSince(trx, format, startOfDay(dayOf(issuedAt, timeZone), timeZone))
  if (format === 'nacha' && madeBefore >= ACH_FILES_PER_DAY) {
    return refuse('wrong-format', `A bank takes ${ACH_FILES_PER_DAY} ACH files a day. Make it tomorrow, or choose CSV.`)
  }
  // Only now, since a refusal after this would leave a gap in the numbers.
  const number = await nextNumber(trx, 'payout', issuedAt, timeZone)
  const payOn = dayOf(businessDaysAfter(issuedAt, 1, terms), timeZone)
  const file = writeFile(payments, { number, currency, madeAt: issuedAt, timeZone, madeBefore, payOn })
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  await insertBatch(trx, {
    id,
    number,
    format,
    currency,
    total,
    sealed: app.keys.seal(file, batchContext(id)),
    madeAt: issuedAt,
    actorId,
    payouts: parts.map(({ sellerId, amount, account, statementIds: own }) => ({
      sellerId,
      amount,
      paysTo: accountWords(account),
      statementIds: own,
    })),
  })
  const after = { number, format, total, currency, statements: statements.map((statement) => statement.number) }
  await audit(trx, { actorId, action: 'make-payout', subjectKind: 'payout', subjectId: id, after })
  return null
}

function whyNot(statements: readonly DueStatement[], wished: readonly string[]): Refusal | null {
  const due = new Set(statements.map(({ id }) => id))
  if (!wished.every((id) => due.has(id))) {
    return refuse('statement-not-due', 'A statement is already in a payout, or nothing is due on it. Reload the list.')
  }
  const unpaid = statements.find((statement) => statement.net > 0 && statement.unpaid_lot !== null)
  if (unpaid !== undefined) {
    const message = `The buyer of lot ${unpaid.unpaid_lot} on ${unpaid.number} hasn’t paid: the payment was taken back or is under review. Leave out that statement.`
    return refuse('buyer-not-paid', message)
  }
  const corrected = statements.find((statement) => statement.net > 0 && statement.corrected_lot !== null)
  if (corrected !== undefined) {
    const message = `The sale of lot ${corrected.corrected_lot} on ${corrected.number} was undone or credited since. Issue a new statement for its auction first.`
    return refuse('sale-corrected', message)
  }
  if (new Set(statements.map(({ currency }) => currency)).size > 1) {
    return refuse('several-currencies', 'These statements are in several currencies. Make one payout per currency.')
  }
  return null
}

async function partsOf(
  app: App,
  trx: Kysely<object>,
  actorId: string,
  statements: readonly DueStatement[],
): Promise<Part[]> {
  const ids = [...new Set(statements.map(({ seller_id: sellerId }) => sellerId))]
  const [sellers, accounts] = [await sellersOf(trx, ids), await bankAccountsOf(trx, app.keys, ids)]
  if ([...sellers.values()].some(({ accountId }) => accountId === actorId)) throw ownPayout()
  return ids.map((sellerId) => {
    const own = statements.filter((statement) => statement.seller_id === sellerId)
    const seller: SellerFacts = sellers.get(sellerId)!
    return {
      sellerId,
      code: seller.code,
      name: seller.name,
      isPerson: seller.isPerson,
      account: accounts.get(sellerId) ?? null,
      amount: own.reduce((sum, { net }) => sum + net, 0),
      statements: own.map(({ number }) => number).join(' '),
      statementIds: own.map(({ id }) => id),
    }
  })
}

type Given = { format: Wish['format']; currency: string; terms: CompanyTerms; parts: Part[] }

async function formattedPayments(
  app: App,
  trx: Kysely<object>,
  { format, currency, terms, parts }: Given,
): Promise<FormattedPayments | Refusal> {
  if (format === 'csv') return { format, payments: { payees: parts } }
  const needed = format === 'sepa' ? 'EUR' : 'USD'
  if (currency !== needed) {
    return refuse('wrong-format', `This file pays in ${needed}, and these statements are in ${currency}. Choose CSV.`)
  }
  const company = { name: terms.legal.name || terms.companyName, taxId: terms.legal.taxId }
  const own = await readBankAccount(app, trx)
  if (format === 'sepa') {
    if (own?.kind !== 'iban') return noCompanyAccount('an IBAN')
    const tooLarge = beyond(parts, SEPA_AMOUNT_MAX, { file: 'a SEPA file', currency })
    if (tooLarge !== null) return tooLarge
    const payees = payeesWith(parts, (account) => account?.kind === 'iban')
    return payees instanceof Refusal ? payees : { format, payments: { company: { ...company, account: own }, payees } }
  }
  if (own?.kind !== 'us') return noCompanyAccount('a routing and account number')
  if (companyIdOf(company.taxId) === null) {
    const message = 'Our tax ID needs nine digits for an ACH file. The owner can enter it in Settings, or choose CSV.'
    return refuse('no-company-account', message)
  }
  const tooLarge = beyond(parts, ACH_AMOUNT_MAX, { file: 'an ACH file', currency })
  if (tooLarge !== null) return tooLarge
  const payees = payeesWith(parts, (account) => account?.kind === 'us')
  return payees instanceof Refusal ? payees : { format, payments: { company: { ...company, account: own }, payees } }
}

function payeesWith<A extends BankAccount>(
  parts: readonly Part[],
  fits: (account: BankAccount | null) => account is A,
): Payee<A>[] | Refusal {
  const lacking = parts.find(({ account }) => !fits(account))
  if (lacking !== undefined) {
    const message = `${lacking.name} has no bank account for this file. Enter one on the seller’s page, or choose CSV.`
    return refuse('no-bank-account', message)
  }
  return parts.flatMap(({ account, ...part }) => (fits(account) ? [{ ...part, account }] : []))
}

function beyond(parts: readonly Part[], most: number, of: { file: string; currency: string }): Refusal | null {
  const large = parts.find(({ amount }) => amount > most)
  if (large === undefined) return null
  const message = `${large.name} gets more than ${moneyText(most, of.currency)}, the most in ${of.file}. Choose CSV.`
  return refuse('wrong-format', message)
}

/** Four-eyes rule, as for refunds. */
export function ownPayout(): Problem {
  return forbidden('You can’t decide about a payout to yourself. Ask a colleague.')
}

function noCompanyAccount(what: string): Refusal {
  const message = `Our own bank account needs ${what} for this file. The owner can enter it in Settings, or choose CSV.`
  return refuse('no-company-account', message)
}
