import type { Kysely } from 'kysely'
import type { Refusal } from '#server/platform/problem.ts'

/**
 * Moves what belongs to a seller to another account, which may not bid on it from then on; null: to none. Runs in the transaction that
 * links the account, with the seller's row locked. A refusal changes nothing.
 */
export type LinkMove = (
  trx: Kysely<object>,
  link: { sellerId: string; accountId: string | null },
) => Promise<Refusal | null>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    sellerLinkMoves: LinkMove[]
  }
}
