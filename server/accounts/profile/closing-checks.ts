import type { Kysely } from 'kysely'

/**
 * Why a person's account cannot be closed yet, in a sentence to that person, or null. Runs in the transaction that closes the account
 * and before the account's row is locked: a check locks what it relies on, lots before people, as bids do.
 */
export type ClosingCheck = (trx: Kysely<object>, accountId: string) => Promise<string | null>

const known = new WeakMap<object, ClosingCheck[]>()

/** The checks of this house; rooms add theirs while they are set up. */
export function closingChecks(house: object): ClosingCheck[] {
  const checks = known.get(house) ?? []
  known.set(house, checks)
  return checks
}
