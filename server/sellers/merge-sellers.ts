import { sql } from 'kysely'
import type { MergePart } from '#server/accounts/merge/merge-part.ts'

/** Which lots a person may not bid on follows the seller's link, and moves with it. */
export const mergeSellers: MergePart = {
  async refuse(trx, { duplicateId }) {
    const found = await sql<{ name: string }>`select name from seller where account_id = ${duplicateId}`.execute(trx)
    return found.rows.map(
      ({ name }) =>
        `The duplicate is linked to the seller ${name}. Link the seller to the account you want to keep first.`,
    )
  },
}
