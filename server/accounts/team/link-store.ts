import { sql, type Kysely } from 'kysely'
import type { StaffRole } from '#contract/platform/access-levels.ts'

/** An open link. `email` null: the set-up link of the first owner. */
export type StaffLinkRow = { id: string; email: string | null; roles: StaffRole[]; expires_at: number }

export type NewStaffLink = Omit<StaffLinkRow, 'expires_at'> & {
  token_hash: Buffer
  invited_by: string | null
  hours: number
}

/** False: this address has an open invitation already. */
export async function insertStaffLink<T>(trx: Kysely<T>, link: NewStaffLink): Promise<boolean> {
  const made = await sql`
    insert into staff_link (id, email, roles, token_hash, invited_by, expires_at)
    values (${link.id}, ${link.email}, ${link.roles}::text[], ${link.token_hash}, ${link.invited_by},
      clock_timestamp() + ${link.hours} * interval '1 hour')
    on conflict (email) do nothing`.execute(trx)
  return Number(made.numAffectedRows ?? 0) > 0
}

/** What a secret would open now, without opening it. */
export async function findStaffLink<T>(db: Kysely<T>, tokenHash: Buffer): Promise<StaffLinkRow | null> {
  const found = await sql<StaffLinkRow>`
    select id, email, roles, expires_at from staff_link
    where token_hash = ${tokenHash} and expires_at > clock_timestamp()`.execute(db)
  return found.rows[0] ?? null
}

export async function lockStaffLink<T>(trx: Kysely<T>, tokenHash: Buffer): Promise<StaffLinkRow | null> {
  // Locks the link's row to the end of the transaction: of two requests that open one link at the same time, the first deletes it, and the
  // second finds it gone.
  const found = await sql<StaffLinkRow>`
    select id, email, roles, expires_at from staff_link
    where token_hash = ${tokenHash} and expires_at > clock_timestamp() for update`.execute(trx)
  return found.rows[0] ?? null
}

export async function deleteStaffLink<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from staff_link where id = ${id}`.execute(trx)
}

/**
 * Gives an invitation a new secret, a new end and a new sender; the secret before it opens nothing. Null: there is no such invitation.
 */
export async function renewInvitation<T>(
  trx: Kysely<T>,
  id: string,
  { tokenHash, invitedBy, hours }: { tokenHash: Buffer; invitedBy: string; hours: number },
): Promise<StaffLinkRow | null> {
  const changed = await sql<StaffLinkRow>`
    update staff_link set token_hash = ${tokenHash}, invited_by = ${invitedBy},
      expires_at = clock_timestamp() + ${hours} * interval '1 hour'
    where id = ${id} and email is not null
    returning id, email, roles, expires_at`.execute(trx)
  return changed.rows[0] ?? null
}

export async function deleteInvitation<T>(trx: Kysely<T>, id: string): Promise<StaffLinkRow | null> {
  const gone = await sql<StaffLinkRow>`
    delete from staff_link where id = ${id} and email is not null returning id, email, roles, expires_at`.execute(trx)
  return gone.rows[0] ?? null
}

export async function deleteSetUpLinks<T>(trx: Kysely<T>): Promise<void> {
  await sql`delete from staff_link where email is null`.execute(trx)
}

/** Deletes invitations a month after they expired, and set-up links that expired. */
export async function deleteOldStaffLinks<T>(db: Kysely<T>): Promise<void> {
  await sql`
    delete from staff_link
    where expires_at < clock_timestamp() - case when email is null then interval '0' else interval '30 days' end`.execute(
    db,
  )
}
