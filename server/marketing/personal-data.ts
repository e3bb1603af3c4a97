import { sql, type Kysely } from 'kysely'
import type { MergePair } from '#server/accounts/merge/merge-part.ts'

/** A person's clicks and referrals, and how they were referred themselves; without the other people. Amounts in minor units. */
export async function exportReferrals(db: Kysely<object>, accountId: string): Promise<object> {
  const [clicks, made, own] = [
    await sql<object>`
      select day::text, channel, clicks from referral_click where account_id = ${accountId} order by day, channel`.execute(
      db,
    ),
    await sql<object>`
      select to_jsonb(signed_up_at) as "signedUpAt", channel, reward, currency, state, to_jsonb(decided_at) as "decidedAt"
      from referral where referrer_id = ${accountId} order by signed_up_at`.execute(db),
    await sql<{ channel: string }>`select channel from referral where account_id = ${accountId}`.execute(db),
  ]
  return { clicks: clicks.rows, referrals: made.rows, referredThrough: own.rows[0]?.channel ?? null }
}

/** Rewards are bookkeeping and stay; clicks are deleted. */
export async function forgetClicks(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from referral_click where account_id = ${accountId}`.execute(trx)
}

/** Rewards still to be decided go to the account that stays; nobody is rewarded for referring themselves. Newsletters end. */
export async function moveReferrals(
  trx: Kysely<object>,
  { keptId, duplicateId }: MergePair,
): Promise<{ referrals: number }> {
  const moved = await sql`
    update referral set referrer_id = ${keptId}
    where referrer_id = ${duplicateId} and state = 'pending' and account_id <> ${keptId}`.execute(trx)
  await sql`delete from newsletter_subscription where account_id = ${duplicateId}`.execute(trx)
  return { referrals: Number(moved.numAffectedRows ?? 0) }
}
