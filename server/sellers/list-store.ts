import { sql } from 'kysely'
import type { listSellers } from '#contract/sellers/sellers.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { SELLER_COLUMNS, SELLER_FROM } from './store.ts'

export const SELLER_LIST: ListSql<typeof listSellers> = {
  columns: SELLER_COLUMNS,
  from: SELLER_FROM,
  id: 's.id',
  sorts: { code: 's.code', name: 'lower(s.name)', kind: 's.kind' },
  where({ q = '', kind = null, show = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or s.code ilike ${like} or s.name ilike ${like} or s.email ilike ${like} or s.phone ilike ${like})
      and (${kind}::text is null or s.kind = ${kind})
      and (${show}::text is null or s.is_active = (${show} = 'active'))`
  },
}
