import { sql } from 'kysely'
import type { listNewsletters, listUndeliverable } from '#contract/marketing/newsletters.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { NEWSLETTER_COLUMNS } from './store.ts'

export const NEWSLETTER_LIST: ListSql<typeof listNewsletters> = {
  columns: NEWSLETTER_COLUMNS,
  from: sql.raw('newsletter n'),
  id: 'n.id',
  sorts: {},
  order: () => [{ by: 'n.created_at', way: 'desc' }],
  where: ({ status = null }) => sql`(${status}::text is null or n.status = ${status})`,
}

export const UNDELIVERABLE_LIST: ListSql<typeof listUndeliverable> = {
  columns: sql.raw('u.email, a.name as person, u.reason, u.at'),
  from: sql.raw('undeliverable_email u left join account a on a.email = u.email and a.email_confirmed_at is not null'),
  id: 'u.email',
  sorts: {},
  order: () => [{ by: 'u.at', way: 'desc' }],
  where({ q = '' }) {
    const like = likeTyped(q.trim())
    return sql`(${q.trim()} = '' or u.email ilike ${like} or a.name ilike ${like})`
  },
}
