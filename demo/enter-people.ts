import { sql, type Kysely } from 'kysely'
import type { User } from '#contract/accounts/accounts.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { newId } from '#server/platform/id.ts'
import type { DemoPerson } from './people.ts'

const DAY_MS = 86_400_000

/** Enters people as if they had registered in the last two months. Only pending documents are left out: those are submitted the usual way. */
export async function enterPeople<T>(
  trx: Kysely<T>,
  people: DemoPerson[],
  terms: Pick<CompanyTerms, 'membershipFee' | 'currency'>,
  now: number,
): Promise<void> {
  const hashes = await Promise.all(people.map(({ password }) => hashPassword(password)))
  for (const [index, person] of people.entries()) {
    const joinedAt = now - (60 - 2 * index) * DAY_MS
    const accountId = await enterAccount(trx, person, index, hashes[index] ?? '', joinedAt)
    if (person.step !== 'registered' && person.staff === null) await enterFee(trx, accountId, terms, joinedAt)
    if (person.staff === null && person.step === 'complete') await enterCase(trx, accountId, joinedAt)
  }
}

async function enterAccount<T>(
  trx: Kysely<T>,
  person: DemoPerson,
  index: number,
  passwordHash: string,
  joinedAt: number,
): Promise<string> {
  // Reviewers are shown accounts that share a phone or an address, and a referral between such accounts earns nothing.
  const phone = `+1 555 01${String(index).padStart(2, '0')}`
  const { email, name, staff, step, suspended, biddingLimit } = person
  const account = await createAccount(
    trx,
    { email, passwordHash, name, phone, country: 'US' },
    {
      role: staff ?? 'member',
      hasPaid: step !== 'registered',
      verificationStatus: step === 'complete' ? 'verified' : 'pending',
      idDocument: documentOf(step, joinedAt),
      accountStatus: suspended ? 'suspended' : 'active',
      biddingLimit,
      demo: true,
      emailConfirmed: true,
    },
  )
  if (account === null) throw new Error(`somebody already has the address ${email}`)
  if (staff === null && step === 'complete')
    await enterAddress(trx, account.id, { name, street: `${101 + index} Example Street` })
  await sql`update account set created_at = ${new Date(joinedAt)} where id = ${account.id}`.execute(trx)
  return account.id
}

/** Bidding requires a postal address. */
async function enterAddress<T>(
  trx: Kysely<T>,
  accountId: string,
  { name, street }: { name: string; street: string },
): Promise<void> {
  await sql`
    insert into account_address
      (id, account_id, recipient, company, street, extra, postcode, city, region, country, for_invoices)
    values (${newId()}, ${accountId}, ${name}, '', ${street}, '', '62701', 'Springfield', 'IL', 'US', true)`.execute(
    trx,
  )
}

/** A pending document is submitted afterwards, with its pictures: see `sendDocuments`. */
function documentOf(step: DemoPerson['step'], joinedAt: number): User['idDocument'] {
  return step === 'complete' ? { submittedAt: joinedAt + DAY_MS, kind: 'passport', state: 'approved' } : null
}

/** The fee as the sandbox would have charged it, also in the double-entry ledger. */
async function enterFee<T>(
  trx: Kysely<T>,
  accountId: string,
  { membershipFee: amount, currency }: Pick<CompanyTerms, 'membershipFee' | 'currency'>,
  at: number,
): Promise<void> {
  const paymentId = newId()
  const transferId = newId()
  const when = new Date(at)
  await sql`
    insert into payment (id, account_id, idempotency_key, purpose, amount, currency, provider, state, received, created_at, settled_at)
    values (${paymentId}, ${accountId}, ${newId()}, 'membership', ${amount}, ${currency}, 'sandbox', 'succeeded', ${amount},
      ${when}, ${when})`.execute(trx)
  await sql`
    insert into money_transfer (id, payment_id, memo, at)
    values (${transferId}, ${paymentId}, 'Membership fee', ${when})`.execute(trx)
  await sql`
    insert into money_entry (transfer_id, line, account, amount, currency)
    values (${transferId}, 1, 'provider:sandbox', ${amount}, ${currency}),
      (${transferId}, 2, 'income:membership', ${-amount}, ${currency})`.execute(trx)
}

/** The case of a document decided long ago: its files are deleted, as always after 30 days. */
async function enterCase<T>(trx: Kysely<T>, accountId: string, joinedAt: number): Promise<void> {
  await sql`
    insert into verification_case (id, account_id, kind, state, submitted_at, decided_at)
    values (${newId()}, ${accountId}, 'passport', 'approved', ${new Date(joinedAt + DAY_MS)},
      ${new Date(joinedAt + 1.2 * DAY_MS)})`.execute(trx)
}
