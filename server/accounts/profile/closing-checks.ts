import type { Kysely } from 'kysely'

/**
 * Why a person's account cannot be closed yet, in a sentence to that person, or null. Runs in the transaction that closes the account
 * and before the account's row is locked: a check locks what it relies on, lots before people, as bids do.
 */
type ClosingCheck = (trx: Kysely<object>, accountId: string) => Promise<string | null>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    closingChecks: ClosingCheck[]
  }
}
