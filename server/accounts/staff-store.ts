import { sql, type Kysely } from 'kysely'
import { ACCOUNT_COLUMNS, type AccountRow } from './store.ts'

export type AccountFilter = {
  q: string
  status: AccountRow['account_status'] | null
  /** A role, or `staff` for all but members. */
  role: AccountRow['role'] | 'staff' | null
  step: 'not-paid' | 'not-verified' | 'complete' | null
}

/** By name, address or paddle; newest first; `before` is the id of the last one seen (ids sort by time). */
export async function findAccounts<T>(
  db: Kysely<T>,
  { q, status, role, step }: AccountFilter,
  before: string | null,
  limit: number,
): Promise<AccountRow[]> {
  const like = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = await sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from account a
    where (${q} = '' or a.name ilike ${like} or a.email ilike ${like} or a.paddle::text = ${q})
    and (${status}::text is null or a.account_status = ${status})
    and (${role}::text is null or a.role = ${role} or (${role} = 'staff' and a.role <> 'member'))
    and case ${step}::text
      when 'not-paid' then not a.has_paid_membership_fee
      when 'not-verified' then a.has_paid_membership_fee and a.verification_status <> 'verified'
      when 'complete' then a.has_paid_membership_fee and a.verification_status = 'verified' and a.account_status = 'active'
      else true end
    and (${before}::uuid is null or a.id < ${before}::uuid)
    order by a.id desc limit ${limit}`.execute(db)
  return found.rows
}

export type NoteRow = { id: string; by: string; at: number; text: string }

/** The newest first. */
export async function notesOf<T>(db: Kysely<T>, accountId: string): Promise<NoteRow[]> {
  const found = await sql<NoteRow>`
    select n.id, a.name as by, n.at, n.text from account_note n join account a on a.id = n.author_id
    where n.account_id = ${accountId} order by n.at desc, n.id desc limit 200`.execute(db)
  return found.rows
}

export async function insertNote<T>(
  trx: Kysely<T>,
  note: { id: string; accountId: string; authorId: string; text: string },
): Promise<void> {
  await sql`
    insert into account_note (id, account_id, author_id, text)
    values (${note.id}, ${note.accountId}, ${note.authorId}, ${note.text})`.execute(trx)
}

export type SupportRow = { by: string; at: number; reason: string | null }

/** When support looked at a person's account, from the audit log. */
export async function supportOf<T>(db: Kysely<T>, accountId: string): Promise<SupportRow[]> {
  const found = await sql<SupportRow>`
    select a.name as by, u.at, u.reason from audit u join account a on a.id = u.actor_id
    where u.subject_kind = 'account' and u.subject_id = ${accountId} and u.act = 'start-support'
    order by u.at desc limit 200`.execute(db)
  return found.rows
}
