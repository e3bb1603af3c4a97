import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import type { ReferralChannel } from '#contract/accounts/referral-channels.ts'

/** Days shown to the member, today included. */
const DAYS = 30

export async function addClick<T>(
  db: Kysely<T>,
  accountId: string,
  channel: ReferralChannel,
  timeZone: string,
): Promise<void> {
  await sql`
    insert into referral_click as c (account_id, day, channel, clicks)
    values (${accountId}, (clock_timestamp() at time zone ${timeZone})::date, ${channel}, 1)
    on conflict (account_id, day, channel) do update set clicks = c.clicks + 1`.execute(db)
}

export type NewReferral = {
  id: string
  accountId: string
  referrerId: string
  channel: ReferralChannel
  /** In minor units; 0: the program is off. */
  reward: number
  currency: string
}

/** Once for each person, however often the message comes. */
export async function insertReferral<T>(trx: Kysely<T>, referral: NewReferral): Promise<void> {
  const { id, accountId, referrerId, channel, reward, currency } = referral
  await sql`
    insert into referral (id, account_id, referrer_id, channel, reward, currency, state)
    values (${id}, ${accountId}, ${referrerId}, ${channel}, ${reward}, ${currency},
      ${reward === 0 ? 'unrewarded' : 'pending'})
    on conflict (account_id) do nothing`.execute(trx)
}

export type ReferralRow = {
  id: string
  account_id: string
  referrer_id: string
  reward: number
  currency: string
  state: 'pending' | 'credited' | 'refused' | 'reversed' | 'unrewarded'
  grant_id: string | null
}

const COLUMNS = sql.raw('r.id, r.account_id, r.referrer_id, r.reward, r.currency, r.state, r.grant_id')

/** Pending rewards whose fee was paid at least `days` days ago and not refunded or disputed since, of two people not suspended. */
const due = (days: number): RawBuilder<unknown> => sql`
  referral r join payment p on p.account_id = r.account_id
    join account a on a.id = r.account_id join account f on f.id = r.referrer_id
  where r.state = 'pending' and p.purpose = 'membership' and p.state = 'succeeded' and p.disputed = 0
    and p.settled_at <= clock_timestamp() - ${days} * interval '1 day'
    and a.account_status <> 'suspended' and f.account_status <> 'suspended'`

export async function dueReferrals<T>(db: Kysely<T>, days: number, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select r.id from ${due(days)} order by r.id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** A due referral, locked; null: it is no longer due, or something about it is being changed: the next run decides. */
export async function lockDueReferral<T>(trx: Kysely<T>, id: string, days: number): Promise<ReferralRow | null> {
  // Locks the referral and the fee's payment to the end of the transaction: a reward is decided once, and the fee it is for is not
  // refunded or disputed while it is credited. Shares a lock on both accounts: neither is closed, merged or suspended meanwhile.
  const found = await sql<ReferralRow>`
    select ${COLUMNS} from ${due(days)} and r.id = ${id}
    for update of r, p skip locked for share of a, f skip locked`.execute(trx)
  return found.rows[0] ?? null
}

/** Locks the referral to the end of the transaction: of two reversals, the second finds it reversed. */
export async function lockReferral<T>(trx: Kysely<T>, id: string): Promise<ReferralRow | null> {
  const found = await sql<ReferralRow>`select ${COLUMNS} from referral r where r.id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** How the person registered; null: without a code. */
export async function lockReferralOf<T>(trx: Kysely<T>, accountId: string): Promise<ReferralRow | null> {
  // Locks the referral to the end of the transaction: its reward is not reversed or credited by hand at the same time.
  const found = await sql<ReferralRow>`
    select ${COLUMNS} from referral r where r.account_id = ${accountId} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** Which of the two accounts no longer counts. Shares a lock on both to the end of the transaction: that stays so. */
export async function goneParties<T>(
  trx: Kysely<T>,
  { account_id: accountId, referrer_id: referrerId }: Pick<ReferralRow, 'account_id' | 'referrer_id'>,
): Promise<('account-closed' | 'referrer-closed' | 'staff')[]> {
  const found = await sql<{ closed: boolean; referrer_closed: boolean; staff: boolean }>`
    select a.account_status = 'closed' as closed, f.account_status = 'closed' as referrer_closed, f.role <> 'member' as staff
    from account a, account f where a.id = ${accountId} and f.id = ${referrerId} for share`.execute(trx)
  const { closed, referrer_closed: referrerClosed, staff } = found.rows[0]!
  return [
    ...(closed ? (['account-closed'] as const) : []),
    ...(referrerClosed ? (['referrer-closed'] as const) : []),
    ...(staff ? (['staff'] as const) : []),
  ]
}

/** `reason`: a cashier's, who credits by hand; null: the job decided. An earlier reversal no longer holds. */
export async function setCredited<T>(
  trx: Kysely<T>,
  id: string,
  grantId: string,
  reason: string | null,
): Promise<void> {
  await sql`
    update referral set state = 'credited', grant_id = ${grantId}, decided_at = clock_timestamp(), credit_reason = ${reason},
      reversed_at = null, reversal_reason = null
    where id = ${id}`.execute(trx)
}

export async function setRefused<T>(trx: Kysely<T>, id: string, refusedFor: readonly string[]): Promise<void> {
  await sql`
    update referral set state = 'refused', refused_for = ${[...refusedFor]}, decided_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function setReversed<T>(trx: Kysely<T>, id: string, reason: string): Promise<void> {
  await sql`
    update referral set state = 'reversed', reversal_reason = ${reason}, reversed_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

/** A member's totals over all time. */
export async function totalsOf<T>(db: Kysely<T>, accountId: string) {
  type Totals = Record<'clicks' | 'sign_ups' | 'refused' | 'pending' | 'pending_sum' | 'paid' | 'paid_sum', number>
  const found = await sql<Totals>`
    select (select coalesce(sum(clicks), 0)::int from referral_click where account_id = ${accountId}) as clicks,
      count(*)::int as sign_ups,
      count(*) filter (where state in ('refused', 'reversed'))::int as refused,
      count(*) filter (where state = 'pending')::int as pending,
      coalesce(sum(reward) filter (where state = 'pending'), 0)::bigint as pending_sum,
      count(*) filter (where state = 'credited')::int as paid,
      coalesce(sum(reward) filter (where state = 'credited'), 0)::bigint as paid_sum
    from referral where referrer_id = ${accountId}`.execute(db)
  return found.rows[0]!
}

/** The last {@link DAYS} days in the company's time zone, the oldest first; quiet days are zeros. */
export async function daysOf<T>(db: Kysely<T>, accountId: string, timeZone: string): Promise<ReferralFigures['days']> {
  const found = await sql<ReferralFigures['days'][number]>`
    select d::date::text as day,
      (select coalesce(sum(clicks), 0)::int from referral_click c where c.account_id = ${accountId} and c.day = d::date) as clicks,
      (select count(*)::int from referral r where r.referrer_id = ${accountId}
        and (r.signed_up_at at time zone ${timeZone})::date = d::date) as "signUps"
    from (select (clock_timestamp() at time zone ${timeZone})::date as today) t,
      generate_series(t.today - ${DAYS - 1}::int, t.today, interval '1 day') d
    order by 1`.execute(db)
  return found.rows
}

/** By channel over all time, the most clicked first. */
export async function channelsOf<T>(db: Kysely<T>, accountId: string): Promise<ReferralFigures['channels']> {
  const found = await sql<ReferralFigures['channels'][number]>`
    select channel, sum(clicks)::int as clicks, sum(sign_ups)::int as "signUps" from (
      select channel, clicks, 0 as sign_ups from referral_click where account_id = ${accountId}
      union all select channel, 0, 1 from referral where referrer_id = ${accountId}) seen
    group by channel order by 2 desc, 3 desc, 1`.execute(db)
  return found.rows
}
