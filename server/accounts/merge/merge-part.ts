import type { Kysely } from 'kysely'
import type { Carried } from '#contract/accounts/merge-accounts.ts'

/** `keptId` stays; `duplicateId` is closed. `actorId`: who merges them. */
export type MergePair = { keptId: string; duplicateId: string; actorId: string }

/** A feature's part of merging one account into another. All steps of all features run in one transaction, step by step. */
export type MergePart = {
  /** Locks what `refuse` relies on and a bid locks before people. Comes before both accounts are locked, not for a preview. */
  lock?: (trx: Kysely<object>) => Promise<void>
  /** Why the two can't be one account, as sentences to staff. */
  refuse?: (trx: Kysely<object>, pair: MergePair) => Promise<string[]>
  /** Moves what the person keeps, and ends what only a person who signs in has. Never changes history. */
  carry?: (trx: Kysely<object>, pair: MergePair) => Promise<Partial<Carried>>
}

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    merges: MergePart[]
  }
}
