import type { Kysely } from 'kysely'
import { findAccounts } from './staff/staff-store.ts'
import { accountById } from './store.ts'

/** What rooms after this one put on papers and lists about a person. */
export type PersonFacts = {
  id: string
  name: string
  email: string
  country: string
  paddle: number
  hasPaidMembershipFee: boolean
}

/** By part of a name or address, or by the paddle. */
export async function findPeople<T>(db: Kysely<T>, typed: string, limit: number): Promise<PersonFacts[]> {
  return (await findAccounts(db, { q: typed }, { limit, offset: 0 })).map(factsOf)
}

export async function personFacts<T>(db: Kysely<T>, accountId: string): Promise<PersonFacts | null> {
  const row = await accountById(db, accountId)
  return row === null ? null : factsOf(row)
}

function factsOf(row: NonNullable<Awaited<ReturnType<typeof accountById>>>): PersonFacts {
  const { id, name, email, country, paddle } = row
  return { id, name, email, country, paddle, hasPaidMembershipFee: row.has_paid_membership_fee }
}
