import { sql, type Kysely } from 'kysely'
import type { MergePair } from '#server/accounts/merge/merge-part.ts'
import { lockRestrictions, restrict } from '#server/accounts/staff/restrict.ts'

/**
 * Strikes follow the person, and so does the limit that the rules set for them: a merge never gives back what a rule took. The rules look
 * at the sum at the next strike.
 */
export async function moveStrikes(
  trx: Kysely<object>,
  { keptId, duplicateId, actorId }: MergePair,
): Promise<{ strikes: number }> {
  const kept = await lockRestrictions(trx, keptId)
  const moved = await sql<{ id: string; limit_set: number | null; counts: boolean }>`
    update account_strike set account_id = ${keptId} where account_id = ${duplicateId}
    returning id, limit_set, lifted_at is null as counts`.execute(trx)
  const limiting = moved.rows
    .filter(({ counts, limit_set }) => counts && limit_set !== null)
    .toSorted((one, other) => (one.limit_set ?? 0) - (other.limit_set ?? 0))[0]
  const limit = limiting?.limit_set ?? null
  if (kept !== null && limiting !== undefined && limit !== null && limit < (kept.bidding_limit ?? Infinity)) {
    // Once the strike is lifted, the limit goes back to what it was here.
    await sql`update account_strike set limit_before = ${kept.bidding_limit} where id = ${limiting.id}`.execute(trx)
    const to = { ...kept, bidding_limit: limit }
    await restrict(trx, { id: keptId, before: kept }, { to, actorId, reason: 'Strikes of a merged account' })
  }
  return { strikes: moved.rows.length }
}
