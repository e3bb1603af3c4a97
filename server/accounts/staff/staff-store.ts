import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ACCOUNT_SORTS } from '#contract/account-staff.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../store.ts'

export type AccountFilter = {
  q?: string | undefined
  status?: AccountRow['account_status'] | undefined
  /** A role, or `staff` for all but members. */
  role?: AccountRow['role'] | 'staff' | undefined
  step?: 'not-paid' | 'not-verified' | 'complete' | undefined
  sort?: (typeof ACCOUNT_SORTS)[number] | undefined
  order?: 'up' | 'down' | undefined
}

const COLUMNS = { since: 'a.id', name: 'lower(a.name)', email: 'a.email', paddle: 'a.paddle', limit: 'a.bidding_limit' }

function matching({ q = '', status, role, step }: AccountFilter): RawBuilder<unknown> {
  const typed = q.trim()
  const like = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`
    from account a
    where (${typed} = '' or a.name ilike ${like} or a.email ilike ${like} or a.paddle::text = ${typed})
    and (${status ?? null}::text is null or a.account_status = ${status ?? null})
    and (${role ?? null}::text is null or a.role = ${role ?? null} or (${role ?? null} = 'staff' and a.role <> 'member'))
    and case ${step ?? null}::text
      when 'not-paid' then not a.has_paid_membership_fee
      when 'not-verified' then a.has_paid_membership_fee and a.verification_status <> 'verified'
      when 'complete' then a.has_paid_membership_fee and a.verification_status = 'verified' and a.account_status = 'active'
      else true end`
}

/** By name, address or paddle; the newest first unless sorted otherwise. Ids sort by time. */
export async function findAccounts<T>(
  db: Kysely<T>,
  filter: AccountFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AccountRow[]> {
  const { sort = 'since', order = sort === 'since' ? 'down' : 'up' } = filter
  const way = sql.raw(order === 'up' ? 'asc' : 'desc')
  const found = await sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} ${matching(filter)}
    order by ${sql.raw(COLUMNS[sort])} ${way} nulls last, a.id desc limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

export async function countAccounts<T>(db: Kysely<T>, filter: AccountFilter): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) ${matching(filter)}`.execute(db)
  return found.rows[0]!.count
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
