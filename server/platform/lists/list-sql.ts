import { sql, type Kysely, type RawBuilder } from 'kysely'
import { COUNTED_MAX } from '#contract/platform/admin-list.ts'

/** The source of a list's rows, as SQL fragments. */
export type ListSource = {
  columns: RawBuilder<unknown>
  /** The tables, without the word `from`. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** In this order; rows without a value come last. */
  order: readonly SortKey[]
  /** The row's id as SQL: breaks ties, in the direction of a filled key before it, otherwise newest first unless specified. */
  id: string
  idOrder?: 'asc' | 'desc'
}

/**
 * `by` is SQL from our code, never from a request. `isFilled`: no row is without a value, so that an index of the column has the list's
 * order in both directions.
 */
export type SortKey = { by: string; way: 'asc' | 'desc'; isFilled?: boolean }

/** The position of a row in its list: its sort keys and its id, as text from the database. */
export type Place = (string | null)[]

export type Placed<Row> = Row & { list_place: Place }

/** A page by its number, from 1. Only the rows of the page get their columns, which are not computed for the pages before it. */
export async function pageByNumber<Row, T>(
  db: Kysely<T>,
  list: ListSource,
  { page, size }: { page: number; size: number },
): Promise<Row[]> {
  const id = sql.raw(list.id)
  const found = await sql<Row>`
    with list_page as materialized (
      select ${id} as list_id from ${list.from} where ${list.where}
      order by ${orderOf(list)} limit ${size} offset ${(page - 1) * size})
    select ${list.columns} from ${list.from} where ${list.where} and ${id} in (select list_id from list_page)
    order by ${orderOf(list)}`.execute(db)
  return found.rows
}

/** At most `size` rows after a position. Rows inserted or deleted meanwhile neither repeat nor skip other rows. */
export async function pageAfter<Row, T>(
  db: Kysely<T>,
  list: ListSource,
  { after, size }: { after: Place | null; size: number },
): Promise<Placed<Row>[]> {
  const place = sql.join(keysOf(list).map(({ by }) => sql`(${sql.raw(by)})::text`))
  const found = await sql<Placed<Row>>`
    select ${list.columns}, array[${place}] as list_place from ${list.from}
    where (${list.where}) and ${after === null ? sql`true` : comesAfter(keysOf(list), after)}
    order by ${orderOf(list)} limit ${size}`.execute(db)
  return found.rows
}

export async function countRows<T>(db: Kysely<T>, { from, where }: ListSource): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(db)
  return Number(found.rows[0]!.total)
}

/** `isMinimum`: there are more than `total`. */
export type Counted = { total: number; isMinimum: boolean }

/** Counts up to {@link COUNTED_MAX} rows, so that it takes no longer the more there are. */
export async function countSome<T>(db: Kysely<T>, { from, where }: ListSource): Promise<Counted> {
  const found = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${from} where ${where} limit ${COUNTED_MAX + 1}) counted`.execute(
    db,
  )
  return countedOf(found.rows[0]!.total)
}

export function countedOf(rows: number): Counted {
  return { total: Math.min(rows, COUNTED_MAX), isMinimum: rows > COUNTED_MAX }
}

/** The ids that a statement gives in its column `id`, one more than {@link COUNTED_MAX} at most. */
export async function someIds<T>(db: Kysely<T>, ids: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from (${ids}) found limit ${COUNTED_MAX + 1}`.execute(db)
  return found.rows.map(({ id }) => id)
}

function keysOf({ order, id, idOrder = 'desc' }: ListSource): SortKey[] {
  const last = order.at(-1)
  return [...order, { by: id, way: last?.isFilled === true ? last.way : idOrder, isFilled: true }]
}

function orderOf(list: ListSource): RawBuilder<unknown> {
  return sql.raw(
    keysOf(list)
      .map(({ by, way, isFilled = false }) => `${by} ${way}${isFilled ? '' : ' nulls last'}`)
      .join(', '),
  )
}

/** In one direction and without empty values a position is one comparison, which an index answers. */
function comesAfter(keys: SortKey[], place: Place): RawBuilder<unknown> {
  const [first] = keys
  const isOneWay = keys.every(({ way, isFilled }) => way === first?.way && isFilled === true)
  if (!isOneWay || place.length !== keys.length || place.includes(null)) return isAfter(keys, place)
  const by = sql.raw(keys.map((key) => key.by).join(', '))
  return sql`(${by}) ${sql.raw(first?.way === 'asc' ? '>' : '<')} (${sql.join(place)})`
}

/**
 * Whether a row comes after a position: it is later by the first key, or equal by that and later by the next. The values are texts that
 * the database produced; it parses them as the types of the keys they are compared with.
 */
function isAfter([key, ...rest]: SortKey[], [value, ...values]: Place): RawBuilder<unknown> {
  if (key === undefined || value === undefined) return sql`false`
  const by = sql.raw(`(${key.by})`)
  if (value === null) return sql`(${by} is null and ${isAfter(rest, values)})`
  const than = sql.raw(key.way === 'asc' ? '>' : '<')
  return sql`(${by} ${than} ${value} or ${by} is null or (${by} = ${value} and ${isAfter(rest, values)}))`
}

/** Whether a filter searches for words. */
export function hasWords(filter: { q?: string | undefined }): filter is { q: string } {
  return filter.q !== undefined && filter.q.trim() !== ''
}

/** What a person typed, as a LIKE pattern that finds it anywhere in a text. */
export function likeTyped(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
}
