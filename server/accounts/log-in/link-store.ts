import { sql, type Kysely } from 'kysely'

export type LinkPurpose = 'confirm-email' | 'change-email' | 'reset-password'

/** What someone who knew the old password may have requested: these links end with it. */
export const ENDING_WITH_PASSWORD: readonly LinkPurpose[] = ['reset-password', 'change-email']

export type LinkRow = { account_id: string; purpose: LinkPurpose; email: string }

export type NewLink = LinkRow & { id: string; token_hash: Buffer; minutes: number; from_known_device: boolean }

/**
 * The number of links of this purpose sent in the last minute and the last day, for throttling. Links requested by strangers
 * don't count toward those requested by the person.
 */
export async function linksSent<T>(
  db: Kysely<T>,
  accountId: string,
  purpose: LinkPurpose,
  isKnown: boolean,
): Promise<{ minute: number; day: number }> {
  const found = await sql<{ minute: number; day: number }>`
    select count(*) filter (where created_at > clock_timestamp() - interval '1 minute'
        and (from_known_device or not ${isKnown}))::int as minute,
      count(*) filter (where from_known_device = ${isKnown})::int as day
    from account_link
    where account_id = ${accountId} and purpose = ${purpose} and created_at > clock_timestamp() - interval '1 day'`.execute(
    db,
  )
  return found.rows[0] ?? { minute: 0, day: 0 }
}

export async function insertLink<T>(trx: Kysely<T>, link: NewLink): Promise<void> {
  await sql`
    insert into account_link (id, account_id, purpose, email, token_hash, from_known_device, expires_at)
    values (${link.id}, ${link.account_id}, ${link.purpose}, ${link.email}, ${link.token_hash},
      ${link.from_known_device}, clock_timestamp() + ${link.minutes} * interval '1 minute')`.execute(trx)
}

/** What a secret would open now, without opening it. */
export async function findLink<T>(db: Kysely<T>, tokenHash: Buffer): Promise<LinkRow | null> {
  const found = await sql<LinkRow>`
    select account_id, purpose, email from account_link
    where token_hash = ${tokenHash} and used_at is null and expires_at > clock_timestamp()`.execute(db)
  return found.rows[0] ?? null
}

/**
 * Uses up a secret. The update locks the link's row: of two requests that open one link at the same time, the first gets it and the second
 * finds it used and gets null.
 */
export async function useLink<T>(
  trx: Kysely<T>,
  tokenHash: Buffer,
  purposes: readonly LinkPurpose[],
): Promise<LinkRow | null> {
  const used = await sql<LinkRow>`
    update account_link set used_at = clock_timestamp()
    where token_hash = ${tokenHash} and used_at is null and expires_at > clock_timestamp()
      and purpose = any(${purposes}::text[])
    returning account_id, purpose, email`.execute(trx)
  return used.rows[0] ?? null
}

/** Those still open of a person end without having been used. */
export async function endLinks<T>(trx: Kysely<T>, accountId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await sql`
    update account_link set expires_at = clock_timestamp()
    where account_id = ${accountId} and purpose = any(${[...purposes]}::text[])
      and used_at is null and expires_at > clock_timestamp()`.execute(trx)
}

/** The new address that still waits for its confirmation. */
export async function pendingEmailOf<T>(db: Kysely<T>, accountId: string): Promise<string | null> {
  const found = await sql<{ email: string }>`
    select email from account_link
    where account_id = ${accountId} and purpose = 'change-email' and used_at is null and expires_at > clock_timestamp()
    order by id desc limit 1`.execute(db)
  return found.rows[0]?.email ?? null
}

/** Deletes links that have expired and are too old to count toward the sending limits. */
export async function deleteOldLinks<T>(db: Kysely<T>): Promise<void> {
  await sql`delete from account_link where expires_at < clock_timestamp() - interval '2 days'`.execute(db)
}
