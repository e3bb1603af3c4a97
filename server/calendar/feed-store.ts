import { sql, type Kysely } from 'kysely'

/** `endedAt`: its address no longer opens anything. */
type FeedRow = { createdAt: number; readAt: number | null; endedAt: number | null }

export async function findFeed<T>(db: Kysely<T>, accountId: string): Promise<FeedRow | undefined> {
  const found = await sql<FeedRow>`
    select created_at as "createdAt", read_at as "readAt", ended_at as "endedAt" from calendar_feed where account_id = ${accountId}`.execute(
    db,
  )
  return found.rows[0]
}

/** Sets the token of a person's only feed. */
export async function setFeed<T>(db: Kysely<T>, accountId: string, tokenHash: Buffer): Promise<void> {
  await sql`
    insert into calendar_feed (account_id, token_hash) values (${accountId}, ${tokenHash})
    on conflict (account_id) do update
    set token_hash = excluded.token_hash, created_at = clock_timestamp(), read_at = null, ended_at = null`.execute(db)
}

/** Ends the address of a person's feed. `tokenHash`: of a secret that nobody has. */
export async function endFeed<T>(db: Kysely<T>, accountId: string, tokenHash: Buffer): Promise<void> {
  await sql`
    update calendar_feed set token_hash = ${tokenHash}, ended_at = clock_timestamp()
    where account_id = ${accountId} and ended_at is null`.execute(db)
}

export async function dropFeed<T>(db: Kysely<T>, accountId: string): Promise<void> {
  await sql`delete from calendar_feed where account_id = ${accountId}`.execute(db)
}

/**
 * The owner of the feed with this token, if they may follow lots at present; records the read. Locks the feed's row to the end of the
 * transaction: concurrent reads of a feed run one after another, so that its sequences only grow.
 */
export async function readFeedOwner<T>(trx: Kysely<T>, tokenHash: Buffer): Promise<string | undefined> {
  const found = await sql<{ account_id: string }>`
    update calendar_feed f set read_at = clock_timestamp() from account a
    where f.token_hash = ${tokenHash} and a.id = f.account_id and a.account_status = 'active'
      and a.has_paid_membership_fee and a.verification_status = 'verified'
    returning f.account_id`.execute(trx)
  return found.rows[0]?.account_id
}
