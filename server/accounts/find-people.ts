import type { Kysely } from 'kysely'
import { accountsNamed, isPersonNamed } from './staff/staff-store.ts'
import type { Account } from '#server/platform/person.ts'
import { accountOf, accountById, accountByPaddle, accountOfReferralCode, mergedAt } from './store.ts'

export { isPersonNamed }

/** What features after this one put on documents and lists about a person. */
export type PersonFacts = {
  id: string
  name: string
  email: string
  country: string
  paddle: number
  hasPaidMembershipFee: boolean
  referralCode: string
}

/** For each word, a limited number of people whose name or email contains it, or whose paddle it is. */
export async function findPeople<T>(
  db: Kysely<T>,
  words: string[],
  limit: number,
): Promise<(PersonFacts & { typed: string })[]> {
  return (await accountsNamed(db, words, limit)).map((row) => ({ ...factsOf(row), typed: row.typed }))
}

/** The person with exactly this email, or whose account with it was merged into another; null: no one. */
export async function personOfEmail<T>(db: Kysely<T>, email: string): Promise<PersonFacts | null> {
  const address = email.toLowerCase()
  const found = await accountsNamed(db, [address], 10)
  const own = found.find((row) => row.email.toLowerCase() === address && row.merged_into === null)
  if (own !== undefined) return factsOf(own)
  const merged = await mergedAt(db, address)
  return merged?.merged_into == null ? null : personFacts(db, merged.merged_into)
}

export async function personFacts<T>(db: Kysely<T>, accountId: string): Promise<PersonFacts | null> {
  const row = await accountById(db, accountId)
  return row === null ? null : factsOf(row)
}

/** The account behind a client number, as its own requests would show it; null if it doesn't exist or was closed. */
export async function accountOfPaddle<T>(
  db: Kysely<T>,
  paddle: number,
): Promise<{ account: Account; name: string } | null> {
  const row = await accountByPaddle(db, paddle)
  if (row === null || row.account_status === 'closed') return null
  return { account: accountOf(row), name: row.name }
}

function factsOf(row: NonNullable<Awaited<ReturnType<typeof accountById>>>): PersonFacts {
  const { id, name, email, country, paddle } = row
  return {
    id,
    name,
    email,
    country,
    paddle,
    hasPaidMembershipFee: row.has_paid_membership_fee,
    referralCode: row.referral_code,
  }
}

/** The account that shares a referral code; null: no one. */
export function accountOfCode<T>(db: Kysely<T>, code: string): Promise<{ id: string; isClosed: boolean } | null> {
  return accountOfReferralCode(db, code)
}
