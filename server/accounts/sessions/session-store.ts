import { sql, type Kysely } from 'kysely'
import { ACCOUNT_COLUMNS, type AccountRow } from '../store.ts'

/** The account that a session shows, and the session. */
export type SessionRow = AccountRow & {
  session_id: string
  /** Who logged in: another than `id` in a session of support. */
  owner_id: string
  support_until: number | null
  token_hash: Buffer
  cookie_hash: Buffer | null
  expires_at: number
  last_seen_at: number
}

export type NewSession = {
  id: string
  account: Pick<AccountRow, 'id' | 'password_hash' | 'second_factor_since'>
  token_hash: Buffer
  cookie_hash: Buffer | null
  user_agent: string | null
  address: string
  days: number
}

/** False: the account was closed, or no longer has the password or the second factor that was checked. */
export async function insertSession<T>(db: Kysely<T>, { account, ...session }: NewSession): Promise<boolean> {
  // Shares a lock on the account's row: what ends the sessions of an account changes the row first, so it either waits and then ends this
  // one too, or came first and is seen here.
  const inserted = await sql`
    insert into session (id, account_id, token_hash, cookie_hash, user_agent, address, confirmed_at, expires_at)
    select ${session.id}, id, ${session.token_hash}, ${session.cookie_hash}, ${session.user_agent}, ${session.address},
      clock_timestamp(), clock_timestamp() + ${session.days} * interval '1 day'
    from account where id = ${account.id} and account_status <> 'closed' and password_hash = ${account.password_hash}
      and (second_factor_since is null) = ${account.second_factor_since === null}
    for share`.execute(db)
  return Number(inserted.numAffectedRows ?? 0) > 0
}

/** The sessions of these token hashes, in no order. During support, the account is the one being viewed, not the one that logged in. */
export async function findSessions<T>(db: Kysely<T>, tokenHashes: Buffer[]): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`
    select ${ACCOUNT_COLUMNS}, s.id as session_id, s.account_id as owner_id, s.token_hash, s.cookie_hash, s.expires_at,
      s.last_seen_at, case when s.support_until > clock_timestamp() then s.support_until end as support_until
    from session s
    join account a on a.id = case when s.support_until > clock_timestamp() then s.support_for else s.account_id end
    where s.token_hash = any(${tokenHashes}::bytea[])`.execute(db)
  return found.rows
}

/** Notes that these sessions were used just now, and lets them run on from here. */
export async function touchSessions<T>(db: Kysely<T>, ids: string[], days: number): Promise<void> {
  // Locks the sessions in ascending id, skipping any that another transaction has locked: processes that touch the same sessions never wait
  // for each other, and a session that is being ended stays ended.
  await sql`
    update session set last_seen_at = clock_timestamp(), expires_at = clock_timestamp() + ${days} * interval '1 day'
    where id in (select id from session where id = any(${ids}::uuid[]) order by id for update skip locked)`.execute(db)
}

/** Whether the person of a session confirmed their identity within this many minutes. */
export async function wasConfirmed<T>(db: Kysely<T>, id: string, minutes: number): Promise<boolean> {
  const found = await sql`
    select 1 from session where id = ${id} and confirmed_at > clock_timestamp() - ${minutes} * interval '1 minute'`.execute(
    db,
  )
  return found.rows.length > 0
}

export async function confirmSession<T>(db: Kysely<T>, id: string): Promise<void> {
  await sql`update session set confirmed_at = clock_timestamp() where id = ${id}`.execute(db)
}

/** The account whose session it was, or null. */
export async function deleteSession<T>(db: Kysely<T>, tokenHash: Buffer): Promise<string | null> {
  const gone = await sql<{ account_id: string }>`
    delete from session where token_hash = ${tokenHash} returning account_id`.execute(db)
  return gone.rows[0]?.account_id ?? null
}

/** False: this person has no such session. */
export async function deleteSessionOf<T>(db: Kysely<T>, accountId: string, sessionId: string): Promise<boolean> {
  const gone = await sql`delete from session where id = ${sessionId} and account_id = ${accountId}`.execute(db)
  return Number(gone.numAffectedRows ?? 0) > 0
}

/** `except`: the session to keep. */
export async function deleteSessionsOf<T>(
  trx: Kysely<T>,
  accountId: string,
  except: string | null = null,
): Promise<void> {
  await sql`
    delete from session where account_id = ${accountId} and (${except}::uuid is null or id <> ${except}::uuid)`.execute(
    trx,
  )
}

export type OpenSessionRow = {
  id: string
  user_agent: string | null
  address: string | null
  created_at: number
  last_seen_at: number
}

/** Where a person is logged in, the last seen first. */
export async function openSessionsOf<T>(db: Kysely<T>, accountId: string): Promise<OpenSessionRow[]> {
  const found = await sql<OpenSessionRow>`
    select id, user_agent, address, created_at, last_seen_at from session
    where account_id = ${accountId} and expires_at > clock_timestamp()
    order by last_seen_at desc, id desc limit 200`.execute(db)
  return found.rows
}

/** Shows an account in a session of staff, or, with null, their own again. */
export async function setSupport<T>(
  trx: Kysely<T>,
  sessionId: string,
  support: { accountId: string; minutes: number } | null,
): Promise<void> {
  await sql`
    update session set support_for = ${support?.accountId ?? null},
      support_until = clock_timestamp() + ${support?.minutes ?? null} * interval '1 minute'
    where id = ${sessionId}`.execute(trx)
}

/** Shows the account of staff in all their sessions again. Returns the accounts that were shown. */
export async function endSupportBy<T>(trx: Kysely<T>, staffId: string): Promise<string[]> {
  const ended = await sql<{ id: string }>`
    with shown as (
      select id, support_for from session where account_id = ${staffId} and support_until > clock_timestamp() for update)
    update session s set support_for = null, support_until = null from shown
    where s.id = shown.id returning shown.support_for as id`.execute(trx)
  return ended.rows.map(({ id }) => id)
}

/** The viewer and end of a support session. */
export async function supportIn<T>(db: Kysely<T>, sessionId: string): Promise<{ by: string; until: number } | null> {
  const found = await sql<{ by: string; until: number }>`
    select a.name as by, s.support_until as until from session s join account a on a.id = s.account_id
    where s.id = ${sessionId} and s.support_until > clock_timestamp()`.execute(db)
  return found.rows[0] ?? null
}

/** Sessions that have run out; how many there were. */
export async function deleteExpiredSessions<T>(db: Kysely<T>): Promise<number> {
  const gone = await sql`delete from session where expires_at < clock_timestamp()`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
