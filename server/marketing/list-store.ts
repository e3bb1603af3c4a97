import { sql, type Kysely } from 'kysely'
import type { listReferrals, Referral } from '#contract/marketing/marketing.ts'
import { sharedOfPairs } from '#server/accounts/identifiers/identifiers.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'

/** A referral with both people. */
export type ListedReferral = Omit<Referral, 'hints'> & {
  refusedFor: Referral['hints']
  isFeeReturned: boolean
}

const COLUMNS = sql.raw(`r.id, r.state, r.signed_up_at as "signedUpAt", r.channel, r.reward, r.currency,
  r.account_id as "accountId", a.name as person, a.email, r.referrer_id as "referrerId", f.name as referrer,
  f.email as "referrerEmail", r.refused_for as "refusedFor", r.decided_at as "decidedAt", r.reversed_at as "reversedAt",
  r.reversal_reason as "reversalReason", r.credit_reason as "creditReason", r.state = 'credited' and not a.has_paid_membership_fee as "isFeeReturned"`)

const FROM = sql.raw('referral r join account a on a.id = r.account_id join account f on f.id = r.referrer_id')

export const REFERRAL_LIST: ListSql<typeof listReferrals> = {
  columns: COLUMNS,
  from: FROM,
  id: 'r.id',
  sorts: { signedUp: 'r.signed_up_at', referrer: 'lower(f.name)', person: 'lower(a.name)', reward: 'r.reward' },
  where({ q = '', state = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or a.name ilike ${like} or a.email ilike ${like} or f.name ilike ${like} or f.email ilike ${like})
      and (${state}::text is null or r.state = ${state})`
  },
}

export async function referralById<T>(db: Kysely<T>, id: string): Promise<ListedReferral | null> {
  const found = await sql<ListedReferral>`select ${COLUMNS} from ${FROM} where r.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** With what the two accounts share today: a card or device may have been noted after the decision. */
export async function presentReferrals<T>(db: Kysely<T>, rows: ListedReferral[]): Promise<Referral[]> {
  const shared = await sharedOfPairs(
    db,
    rows.map(({ accountId, referrerId }) => [accountId, referrerId]),
  )
  return rows.map(({ refusedFor, isFeeReturned, ...row }, index) => ({
    ...row,
    hints: [...new Set([...refusedFor, ...shared[index]!, ...(isFeeReturned ? (['fee-returned'] as const) : [])])],
  }))
}
