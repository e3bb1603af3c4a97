import { sql, type Kysely } from 'kysely'
import type { Carried } from '#contract/accounts/merge-accounts.ts'
import type { MergePair } from './merge-part.ts'

/** Both rows, locked. */
export async function lockPair<T>(trx: Kysely<T>, { keptId, duplicateId }: MergePair): Promise<void> {
  // Locks both accounts to the end of the transaction, by ascending id as bids do: of two merges of one account, or one in each direction,
  // the second waits here and then finds a closed account.
  await sql`select 1 from account where id in (${keptId}, ${duplicateId}) order by id for update`.execute(trx)
}

/** Whether an identity document of one is also the other's. */
export async function shareDocument<T>(db: Kysely<T>, { keptId, duplicateId }: MergePair): Promise<boolean> {
  const found = await sql`
    select 1 from account_identifier own join account_identifier other on other.kind = own.kind and other.hash = own.hash
    where own.account_id = ${keptId} and other.account_id = ${duplicateId}
      and own.kind in ('document-number', 'document-file') limit 1`.execute(db)
  return found.rows.length > 0
}

/** Closes the duplicate, and redirects those that were merged into it before. Its email can then be confirmed by the account that stays. */
export async function linkDuplicate<T>(trx: Kysely<T>, { keptId, duplicateId }: MergePair): Promise<void> {
  await sql`update account set merged_into = ${keptId} where merged_into = ${duplicateId}`.execute(trx)
  await sql`
    update account set account_status = 'closed', closed_at = clock_timestamp(), email_confirmed_at = null, second_factor_since = null,
      merged_into = ${keptId}, merged_at = clock_timestamp() where id = ${duplicateId}`.execute(trx)
}

/** What an account's merge carried over, from its audit line, which names what was more than nothing. */
export async function carriedBefore<T>(db: Kysely<T>, duplicateId: string): Promise<Partial<Carried>> {
  const found = await sql<{ carried: Partial<Carried> }>`
    select after - 'into' as carried from audit
    where subject_id = ${duplicateId} and subject_kind = 'account' and action = 'merge-account'`.execute(db)
  return found.rows[0]!.carried
}

/** What only a person who signs in has. */
const SIGN_IN_TABLES = ['session', 'account_link', 'second_factor', 'recovery_code']

export async function endSignIn<T>(trx: Kysely<T>, duplicateId: string): Promise<void> {
  await sql`update session set support_for = null, support_until = null where support_for = ${duplicateId}`.execute(trx)
  for (const table of SIGN_IN_TABLES)
    await sql`delete from ${sql.table(table)} where account_id = ${duplicateId}`.execute(trx)
}

/** Whom a document, card or device shows from now on. Returns how many notes moved. */
export async function moveNotesAndIdentifiers<T>(trx: Kysely<T>, { keptId, duplicateId }: MergePair): Promise<number> {
  await sql`
    insert into account_identifier (account_id, kind, hash, first_seen_at, last_seen_at)
    select ${keptId}, kind, hash, first_seen_at, last_seen_at from account_identifier where account_id = ${duplicateId}
    on conflict (account_id, kind, hash) do update set
      first_seen_at = least(account_identifier.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(account_identifier.last_seen_at, excluded.last_seen_at)`.execute(trx)
  await sql`delete from account_identifier where account_id = ${duplicateId}`.execute(trx)
  const moved = await sql`update account_note set account_id = ${keptId} where account_id = ${duplicateId}`.execute(trx)
  return Number(moved.numAffectedRows ?? 0)
}
