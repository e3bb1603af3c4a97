import { sql, type Kysely } from 'kysely'
import { forbidden } from '#server/platform/problem.ts'

/** Before anything that changes who is an owner. Where an account is locked, too, that lock comes first. */
export async function lockOwners<T>(trx: Kysely<T>): Promise<void> {
  // Takes an advisory lock instead of row locks, to the end of the transaction: of two concurrent changes the second sees what the first
  // did, even when there was no owner before.
  await sql`select pg_advisory_xact_lock(hashtext('owners'))`.execute(trx)
}

/** Whether the company has an owner, suspended or not: then a set-up link opens nothing. */
export async function hasOwner<T>(db: Kysely<T>): Promise<boolean> {
  const found = await sql`
    select 1 from account where role = 'owner' and account_status <> 'closed' limit 1`.execute(db)
  return found.rows.length > 0
}

/**
 * Throws 403 unless the actor is an active owner at this moment, and lets no one change that before the transaction ends. Because no
 * one changes their own account, the actor remains: the last owner can't lose the role, even if two owners demote each other at once.
 */
export async function requireOwner<T>(trx: Kysely<T>, actorId: string): Promise<void> {
  await lockOwners(trx)
  const found = await sql`
    select 1 from account where id = ${actorId} and role = 'owner' and account_status = 'active'`.execute(trx)
  if (found.rows.length === 0) throw forbidden('Only the owner can change staff accounts. Ask the owner.')
}

/** Ends the invitations of someone who may no longer invite: a colleague can send them again. */
export async function endInvitationsBy<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`
    update staff_link set expires_at = clock_timestamp()
    where invited_by = ${accountId} and expires_at > clock_timestamp()`.execute(trx)
}
