import { sql, type Kysely } from 'kysely'
import type { LeadCursor, LeadLoss } from '#server/bidding/lead-changes.ts'

/** How long a person gets no further outbid notice for the same lot, in seconds. */
const QUIET_S = 60
/**
 * How many seconds an outbid notice waits, in case the person bids again. A later loss restarts the wait, so it must be longer than the
 * second after which a busy lot is reread: otherwise the notice would be due just before the new bid is seen. The email is still sent
 * within 5 s.
 */
const BREATH_S = 2

/** Lots whose standing is ahead of the ledger position read so far, at most `limit`. */
export async function lotsToRead<T>(db: Kysely<T>, limit: number): Promise<string[]> {
  // Both branches use an index of `standing` over the few lots that still change.
  const found = await sql<{ lot_id: string }>`
    select s.lot_id from (
      select lot_id, sequence from standing where status = 'open'
      union all
      select lot_id, sequence from standing where leader_id is not null and status = 'scheduled') s
    left join lead_cursor c on c.lot_id = s.lot_id
    where s.sequence > coalesce(c.sequence, 0) limit ${limit}`.execute(db)
  return found.rows.map((row) => row.lot_id)
}

/** The cursor of a lot, or null while another process reads the lot. */
export async function lockCursor<T>(trx: Kysely<T>, lotId: string): Promise<LeadCursor | null> {
  await sql`insert into lead_cursor (lot_id, sequence) values (${lotId}, 0) on conflict do nothing`.execute(trx)
  // Locks the lot's cursor to the end of the transaction: one process at a time reads its ledger, and losses and cursor change together.
  // Bids lock another row and do not wait for this.
  const found = await sql<LeadCursor>`
    select sequence, leader_paddle as "leaderPaddle" from lead_cursor where lot_id = ${lotId}
    for update skip locked`.execute(trx)
  return found.rows[0] ?? null
}

export async function moveCursor<T>(trx: Kysely<T>, lotId: string, cursor: LeadCursor): Promise<void> {
  await sql`
    update lead_cursor set sequence = ${cursor.sequence}, leader_paddle = ${cursor.leaderPaddle}
    where lot_id = ${lotId}`.execute(trx)
}

/**
 * Stores each person's newest loss of the lead for a notice: after `BREATH_S`, or when the quiet minute since the last notice is over. A
 * newer loss means that the person bid again after the older one and needs no notice of it. Closed accounts get no notice.
 */
export async function keepLosses<T>(trx: Kysely<T>, lotId: string, losses: LeadLoss[]): Promise<void> {
  // Locks the losers' accounts, shared, in ascending id, to the end of the transaction: an account that was closed earlier gets no row
  // here, and one that is closed later finds this row and deletes it.
  await sql`
    with reader as materialized (
      select id from account where id = any(${losses.map((loss) => loss.accountId)}::uuid[]) and account_status <> 'closed'
      order by id for share)
    insert into outbid_wait as w (lot_id, account_id, sequence, bid_at_ms, due_at)
    select ${lotId}::uuid, l.*, greatest(clock_timestamp(), to_timestamp(l.at / 1000.0) + ${BREATH_S} * interval '1 second')
    from unnest(${losses.map((loss) => loss.accountId)}::uuid[], ${losses.map((loss) => loss.sequence)}::bigint[],
      ${losses.map((loss) => loss.at)}::bigint[]) as l (account_id, sequence, at)
    join reader on reader.id = l.account_id
    on conflict (lot_id, account_id) do update
      set sequence = excluded.sequence, bid_at_ms = excluded.bid_at_ms,
        due_at = greatest(excluded.due_at, w.told_at + ${QUIET_S} * interval '1 second')
      where excluded.sequence > w.sequence`.execute(trx)
}

export type Waiting = { lotId: string; accountId: string; sequence: number; bidAt: number }

/** In seconds, longer than sending takes; if this process dies, another one takes over. */
const CLAIM_S = 20

export async function claimWaiting<T>(db: Kysely<T>, limit: number): Promise<Waiting[]> {
  // Locks due rows that no other process is claiming, for the length of this statement. It moves their due time, so they belong to this
  // process until then.
  const found = await sql<Waiting>`
    with due as materialized (
      select lot_id, account_id from outbid_wait where due_at <= clock_timestamp()
      order by due_at limit ${limit} for update skip locked)
    update outbid_wait w set due_at = clock_timestamp() + ${CLAIM_S} * interval '1 second'
    from due where w.lot_id = due.lot_id and w.account_id = due.account_id
    returning w.lot_id as "lotId", w.account_id as "accountId", w.sequence, w.bid_at_ms as "bidAt"`.execute(db)
  return found.rows
}

/**
 * Ends the wait of these losses: they were announced (`areNotified`, which starts a quiet minute) or the person already knows. A newer loss
 * that arrived in the meantime keeps waiting.
 */
export async function settleWaiting<T>(
  trx: Kysely<T>,
  waiting: Waiting[],
  { areNotified }: { areNotified: boolean },
): Promise<void> {
  const quiet = sql`${areNotified ? QUIET_S : 0} * interval '1 second'`
  await sql`
    update outbid_wait w set told_at = case when ${areNotified} then clock_timestamp() else w.told_at end,
      due_at = case when w.sequence > s.sequence then clock_timestamp() + ${quiet} end
    from unnest(${waiting.map((each) => each.lotId)}::uuid[], ${waiting.map((each) => each.accountId)}::uuid[],
      ${waiting.map((each) => each.sequence)}::bigint[]) s (lot_id, account_id, sequence)
    where w.lot_id = s.lot_id and w.account_id = s.account_id`.execute(trx)
}

/** Cursors and losses of lots that ended, at most `limit` lots. */
export async function forgetEnded<T>(db: Kysely<T>, limit: number): Promise<void> {
  await sql`
    with ended as (
      select c.lot_id from lead_cursor c join standing s on s.lot_id = c.lot_id
      where s.status not in ('scheduled', 'open') limit ${limit}),
    waits as (delete from outbid_wait w using ended where w.lot_id = ended.lot_id)
    delete from lead_cursor c using ended where c.lot_id = ended.lot_id`.execute(db)
}
