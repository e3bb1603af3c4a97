import { sql, type RawBuilder } from 'kysely'

/** A page of a cashier's list: its number, from 1, and the sort order. */
export type Turn<Sort> = { sort?: Sort; order?: 'up' | 'down' | undefined; page?: number | undefined }

const PAGE = 50

/** The column in its direction: descending by default, ascending if only the column is named. */
export function orderBy(column: RawBuilder<unknown>, { sort, order }: Turn<unknown>): RawBuilder<unknown> {
  const direction = order ?? (sort === undefined ? 'down' : 'up')
  return sql`${column} ${sql.raw(direction === 'up' ? 'asc' : 'desc')} nulls last`
}

export function pageAt({ page = 1 }: Turn<unknown>): RawBuilder<unknown> {
  return sql`limit ${PAGE} offset ${(page - 1) * PAGE}`
}

/** The paging fields of a reply. */
export function turned({ page = 1 }: Turn<unknown>, total: number): { page: number; pages: number; total: number } {
  return { page, pages: Math.max(1, Math.ceil(total / PAGE)), total }
}
