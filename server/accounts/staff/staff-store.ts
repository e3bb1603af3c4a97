import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { listAccounts } from '#contract/accounts/account-staff.ts'
import { hasWords, likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { sharesAny } from '../identifiers/identifiers.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../store.ts'

export const ACCOUNT_LIST: ListSql<typeof listAccounts> = {
  columns: sql`${ACCOUNT_COLUMNS}`,
  from: sql.raw('account a'),
  id: 'a.id',
  // Ids sort by time.
  sorts: { since: 'a.id', name: 'lower(a.name)', email: 'a.email', paddle: 'a.paddle', limit: 'a.bidding_limit' },
  filled: ['since', 'name', 'email', 'paddle'],
  where({ q = '', status = null, role = null, step = null, shares = null }) {
    const typed = q.trim()
    const conditions = [
      ...(typed === '' ? [] : [isPersonNamed(typed)]),
      ...(status === null ? [] : [sql`a.account_status = ${status}`]),
      ...(role === null
        ? []
        : [sql`(a.role = ${role} or ${role} = any (a.more_roles) or (${role} = 'staff' and a.role <> 'member'))`]),
      ...(step === null ? [] : [STEPS[step]]),
      ...(shares === null ? [] : [sharesAny(sql.raw('a.id'))]),
    ]
    return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  },
  ids: (filter) => (hasWords(filter) ? sql`select a.id from account a where ${ACCOUNT_LIST.where(filter)}` : null),
}

const STEPS = {
  'not-paid': sql`not a.has_paid_membership_fee`,
  'not-verified': sql`a.has_paid_membership_fee and a.verification_status <> 'verified'`,
  complete: sql`a.has_paid_membership_fee and a.verification_status = 'verified' and a.account_status = 'active'`,
  'not-approved': sql`a.verification_status = 'verified' and a.account_status = 'active' and a.bidding_limit = 0`,
}

/** For a row `a` of `account`: the words are part of the name or address, or the whole paddle. */
export function isPersonNamed(words: string): RawBuilder<unknown> {
  return isNamed(sql`${likeTyped(words)}`, sql`${words}`)
}

/** In these words, for the index of migration 0051. */
function isNamed(pattern: RawBuilder<unknown>, typed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((a.name || ' ' || a.email) ilike ${pattern} or a.paddle::text = ${typed})`
}

/** For each word, a limited number of matching accounts, newest first. */
export async function accountsNamed<T>(
  db: Kysely<T>,
  words: string[],
  limit: number,
): Promise<(AccountRow & { typed: string })[]> {
  const found = await sql<AccountRow & { typed: string }>`
    select w.typed, named.* from unnest(${words}::text[], ${words.map(likeTyped)}::text[]) as w (typed, pattern)
    cross join lateral (
      select ${ACCOUNT_COLUMNS} from account a where ${isNamed(sql.raw('w.pattern'), sql.raw('w.typed'))}
      order by a.id desc limit ${limit}) named`.execute(db)
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

/** When staff viewed a person's account, from the audit log. */
export async function supportOf<T>(db: Kysely<T>, accountId: string): Promise<SupportRow[]> {
  const found = await sql<SupportRow>`
    select a.name as by, u.at, u.reason from audit u join account a on a.id = u.actor_id
    where u.subject_kind = 'account' and u.subject_id = ${accountId} and u.action = 'start-support'
    order by u.at desc limit 200`.execute(db)
  return found.rows
}
