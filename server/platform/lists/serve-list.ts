import type { FastifyInstance } from 'fastify'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  type AdminList,
  type Column,
  type FilterOf,
  type ItemOf,
  type SortOf,
  statusWords,
  valueOf,
} from '#contract/platform/admin-list.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Language } from '#contract/platform/languages.ts'
import { csvInstant, csvStream } from '../csv.ts'
import { sendCsv } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { languageOf } from '../language/account-language.ts'
import { inLanguage, translated } from '../language/text.ts'
import { plainAmount } from '../money-text.ts'
import { invalidInput, type Problem } from '../problem.ts'
import {
  type Counted,
  countedOf,
  countRows,
  countSome,
  type ListSource,
  pageAfter,
  pageByNumber,
  type Place,
  someIds,
  type SortKey,
} from './list-sql.ts'

/** The SQL of a list, which stays in its feature's store. */
export type ListSql<L extends AdminList> = Pick<ListSource, 'columns' | 'from' | 'id' | 'idOrder'> & {
  where: (filter: FilterOf<L>) => ListSource['where']
  /**
   * For a search: a statement for the ids of the rows that `where` gives, each once. It is run once, and the count and the page are of its
   * ids. Where words may be in several tables it uses the indexes of each. If it gives more than are counted, the page is found by `where`:
   * of many matches it is full soon, in the order of the list. Null: `where` is as good.
   */
  ids?: (filter: FilterOf<L>) => RawBuilder<unknown> | null
  /** The SQL expression of each sortable column. */
  sorts: Readonly<Record<SortOf<L>, string>>
  /** Those that have a value in every row: an index serves their order. */
  filled?: readonly SortOf<L>[]
  /** The default order when the request and the contract name none. */
  order?: (filter: FilterOf<L>) => readonly SortKey[]
}

/** Turns rows into the contract's items. Receives all rows of a page together, so that related data is read in one query. */
type Views<L extends AdminList, Row> = {
  present: (rows: Row[]) => ItemOf<L>[] | Promise<ItemOf<L>[]>
  /** The rows of the file; as in the list unless specified. */
  presentRows?: (rows: Row[]) => z.infer<L['row']>[] | Promise<z.infer<L['row']>[]>
} & (keyof L['more'] extends never
  ? { more?: undefined }
  : { more: (filter: FilterOf<L>, found: Found) => Promise<{ [K in keyof L['more']]: z.infer<L['more'][K]> }> })

/** What a request matches. */
export type Found = Pick<ListSource, 'where'> & Counted

type Asked = { sort?: string; order?: 'up' | 'down'; page?: number; after?: string } & Record<string, unknown>

const FILE_PAGE = 500

/**
 * Serves an administration list as its contract describes it: a page in the requested order with the total, and a file of all rows in
 * the same order, read page by page with bounded memory. The file has the words of the page, in the reader's language.
 */
export function serveList<L extends AdminList, Row extends object, T>(
  http: FastifyInstance,
  db: Kysely<T>,
  list: L,
  source: ListSql<L>,
  views: Views<L, Row>,
): void {
  const filterOf = (asked: Asked) =>
    Object.fromEntries(Object.keys(list.filters).map((name) => [name, asked[name]])) as FilterOf<L>
  const foundBy = async (asked: Asked): Promise<ListSource & { counted: Counted | null }> => {
    const filter = filterOf(asked)
    const found = { ...source, where: source.where(filter), order: orderOf(list, source, filter, asked) }
    const statement = source.ids?.(filter) ?? null
    if (statement === null) return { ...found, counted: null }
    const ids = await someIds(db, statement)
    const counted = countedOf(ids.length)
    return {
      ...found,
      counted,
      ...(counted.isMinimum ? {} : { where: sql`${sql.raw(source.id)} = any(${ids}::uuid[])` }),
    }
  }

  serve(http, list as Endpoint, async ({ query }) => {
    const { page = 1, after, ...asked } = query as Asked
    const found = await foundBy(asked)
    const counting = found.counted ?? countOf(db, list, found)
    const [shown, { total, isMinimum }, more] = await Promise.all([
      list.paging === 'cursor'
        ? pageByPlace(found, after, list.pageSize)
        : pageByNumber<Row, T>(db, found, { page, size: list.pageSize }).then((rows) => ({ rows, place: { page } })),
      counting,
      Promise.resolve(counting).then((counted) => views.more?.(filterOf(asked), { where: found.where, ...counted })),
    ])
    const turned = list.paging === 'cursor' ? { isMinimum } : { pages: Math.max(1, Math.ceil(total / list.pageSize)) }
    return { items: await views.present(shown.rows), total, ...turned, ...shown.place, ...more } as never
  })

  async function pageByPlace(found: ListSource, after: string | undefined, size: number) {
    const place = after === undefined ? null : readCursor(after, found)
    const rows = await pageAfter<Row, T>(db, found, { after: place, size: size + 1 }).catch(refuseForeignPlace)
    const last = rows.length > size ? rows[size - 1] : undefined
    return { rows: rows.slice(0, size), place: { next: last === undefined ? null : cursorOf(last.list_place) } }
  }

  const { csv } = list
  if (csv === null) return
  const columns = Object.entries(list.columns).filter(([, column]) => column.in !== 'page' && column.in !== 'order')
  const presentRows = views.presentRows ?? views.present
  serve(http, csv as Endpoint, async ({ query, reply, person }) => {
    const found = await foundBy(query as Asked)
    const language = await languageOf(db, person?.id ?? null)
    const file = await csvStream<Place>(
      columns.map(([, { label, fileLabel = label }]) => fileLabel),
      async (after) => {
        const rows = await pageAfter<Row, T>(db, found, { after, size: FILE_PAGE })
        const records = (await presentRows(rows)).map((row) =>
          columns.map(([name, column]) => cellOf(name, column, row as object, language)),
        )
        return { records, next: rows.length < FILE_PAGE ? null : rows.at(-1)!.list_place }
      },
    )
    return sendCsv(reply, list.name, file) as never
  })
}

/** A list that is paged by number says how many pages it has, so it counts every row. */
async function countOf<T>(db: Kysely<T>, { paging }: AdminList, found: ListSource): Promise<Counted> {
  return paging === 'cursor' ? countSome(db, found) : { total: await countRows(db, found), isMinimum: false }
}

function orderOf<L extends AdminList>(
  list: L,
  source: ListSql<L>,
  filter: FilterOf<L>,
  { sort, order }: Asked,
): readonly SortKey[] {
  const by = sort ?? list.sortedBy
  if (by === null) return source.order?.(filter) ?? []
  // Where nothing is said a list comes as its first press sorts it; a column that is named comes up.
  const way = order ?? (sort === undefined ? (list.columns[by]?.sort ?? 'up') : 'up')
  const isFilled = source.filled?.includes(by as SortOf<L>) ?? false
  return [{ by: source.sorts[by as SortOf<L>], way: way === 'up' ? 'asc' : 'desc', isFilled }]
}

/** Instants in UTC, amounts as plain numbers, the values of a status in words. */
function cellOf(name: string, column: Column<never>, row: object, language: Language): string | number | null {
  const value = valueOf(name, column, row)
  if (column.kind === 'instant') return csvInstant(value as number | null)
  if ((column.kind === 'money' || column.kind === 'price') && typeof value === 'number')
    return plainAmount(value, (row as { currency: string }).currency)
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'boolean') return inLanguage(language, () => translated(value ? 'yes' : 'no'))
  return column.kind === 'status' ? inLanguage(language, () => statusWords(column, value, translated)) : String(value)
}

/** A position as opaque text for clients. */
function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function readCursor(cursor: string, { order }: ListSource): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isPart = (part: unknown) => part === null || (typeof part === 'string' && !part.includes('\0'))
    if (Array.isArray(place) && place.length === order.length + 1 && place.every(isPart)) return place as Place
  } catch {
    // Refused below, like every text that no page of this list gave.
  }
  throw foreignPlace()
}

/** A cursor of another sort order or a forged one: the database cannot parse it as a sort key of this list (SQLSTATE class 22). */
function refuseForeignPlace(error: unknown): never {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  throw code.startsWith('22') ? foreignPlace() : error
}

function foreignPlace(): Problem {
  return invalidInput([{ field: 'after', message: 'Start again from the first page.' }])
}
