import * as z from 'zod/mini'
import { endpoint, type Endpoint } from './endpoint.ts'
import type { AccessLevel } from './access-levels.ts'
import type { ListName } from './audit-words.ts'
import { Day, Id, oneLine, Order, PageNumber, Turned } from './values.ts'

/**
 * One description per list of the administration. The server sorts, filters, pages and exports by it (`serveList`); the web renders header,
 * filters, cells and paging from it (`AdminList`). How to add one: docs/decisions/0032-admin-lists.md.
 */

/**
 * How a value is shown, and written into a file. `money` is what is charged or paid, `price` a bid or a limit: both in minor units of the item's
 * `currency`; `instant` is in ms; `day` is
 * `2026-12-24`; `link` is the text that opens the item.
 */
type ColumnKind = 'text' | 'number' | 'money' | 'price' | 'instant' | 'day' | 'status' | 'yes-no' | 'link'
/** A status may be several codes. */
export type CellValue = string | number | boolean | null | readonly string[]

export type Column<Item> = {
  label: string
  /** Its name in the file, if other programs use another one. */
  fileLabel?: string
  kind: ColumnKind
  /** The item field to show, or a function that gets it; defaults to the field with the column's name. */
  of?: (keyof Item & string) | ((item: Item) => CellValue)
  /** Labels of the values of a `status`, on the page and in the file: both have them in the reader's language. */
  words?: Readonly<Record<string, string>>
  /** Makes the column sortable; the direction of the first press. */
  sort?: 'up' | 'down'
  /** Where it appears; by default on the page and in the file. `order`: only to sort by. */
  in?: 'page' | 'file' | 'order'
}

/**
 * A filter, under its name in the address. `search`: typed words. `choice`: one of the options; with `all: null` the first
 * of them is the default. `code`: a value the reply offers. `id`: set by links only.
 */
export type Filter =
  | { kind: 'search'; label: string }
  | { kind: 'choice'; label: string; options: Readonly<Record<string, string>>; all?: string | null }
  | { kind: 'code'; label: string; all?: string }
  | { kind: 'day'; label: string }
  | { kind: 'id' }

type FilterValue<F> = F extends { kind: 'choice'; options: infer O } ? keyof O & string : string
type SortName<C> = { [K in keyof C]: C[K] extends { sort: 'up' | 'down' } ? K : never }[keyof C] & string

type Shape = Record<string, z.ZodMiniType>
type Optional<T> = z.ZodMiniOptional<z.ZodMiniType<T, T>>
type FilterShape<F> = { [K in keyof F]: Optional<FilterValue<F[K]>> }
type OrderShape<C> = { sort: Optional<SortName<C>>; order: typeof Order }
type PlaceShape<P> = P extends 'cursor' ? { after: Optional<string> } : { page: typeof PageNumber }
type ReplyShape<I extends z.ZodMiniType, P> = {
  items: z.ZodMiniArray<I>
  total: z.ZodMiniType<number, number>
} & (P extends 'cursor' ? { isMinimum: z.ZodMiniBoolean; next: z.ZodMiniNullable<z.ZodMiniString> } : typeof Turned)

type Description<I, R extends z.ZodMiniType, C, F, X, P> = {
  path: `/api/admin/${string}`
  /** Name of its files, and of its audit actions: `view-` and `export-` with this name. */
  name: ListName
  access: AccessLevel
  summary: string
  /** The subject kind of its audit entries. */
  subject: string
  /** It shows personal data: reading it is audited. */
  personal?: boolean
  /** Each row of the reply. */
  item: I
  /** A row of the file, if it has more than the item. */
  row?: R
  columns: C
  filters: F
  /** The default sort column, in its first direction; null: the server sets the order. */
  order: SortName<C> | null
  pageSize?: number
  /** `cursor`: for lists that grow without end; such a list only pages forward and back, and counts up to {@link COUNTED_MAX} rows. */
  paging?: P
  /** Additional fields of the reply. */
  more?: X
  /** The access level that may export the list as CSV; without it, no one may. */
  csv?: AccessLevel
}

/** A list of the administration is also its endpoint; `csv` is the endpoint of its file. */
export type AdminList = Endpoint & {
  name: ListName
  query: z.ZodMiniObject
  reply: z.ZodMiniObject
  item: z.ZodMiniType
  row: z.ZodMiniType
  columns: Readonly<Record<string, Column<never>>>
  filters: Readonly<Record<string, Filter>>
  sortedBy: string | null
  pageSize: number
  paging: 'numbers' | 'cursor'
  more: Readonly<Record<string, z.ZodMiniType>>
  csv: (Endpoint & { query: z.ZodMiniObject }) | null
}

const PAGE_SIZE = 50

/** A list that grows without end counts its rows up to here: counting a million takes longer than anyone wants to wait for a list. */
export const COUNTED_MAX = 10_000

export function adminList<
  I extends z.ZodMiniType,
  const C extends Record<string, Column<z.infer<R>>>,
  const F extends Record<string, Filter>,
  const X extends Record<string, z.ZodMiniType> = Record<never, z.ZodMiniType>,
  const P extends 'numbers' | 'cursor' = 'numbers',
  R extends z.ZodMiniType = I,
>(list: Description<I, R, C, F, X, P>) {
  const { path, name, access, summary, subject, personal = false, columns, filters, paging, csv } = list
  return {
    ...endpoint({
      method: 'GET',
      path,
      access,
      summary,
      query: z.object({ ...askedOf(list), ...placeOf(paging) } as FilterShape<F> & OrderShape<C> & PlaceShape<P>),
      reply: z.object({ items: z.array(list.item), ...pagesOf(paging), ...list.more } as ReplyShape<I, P> & X),
      ...(personal ? { audit: { action: `view-${name}`, of: subject } } : {}),
    }),
    name,
    item: list.item,
    row: (list.row ?? list.item) as R,
    columns,
    filters,
    sortedBy: list.order as SortName<C> | null,
    pageSize: list.pageSize ?? PAGE_SIZE,
    paging: (paging ?? 'numbers') as P,
    more: list.more ?? ({} as X),
    csv:
      csv === undefined
        ? null
        : endpoint({
            method: 'GET',
            path: `${path}.csv`,
            access: csv,
            audit: { action: `export-${name}`, of: subject },
            summary: 'The matching rows as CSV, in list order; the export is audited',
            query: z.object(askedOf(list) as FilterShape<F> & OrderShape<C>),
            reply: null,
            media: 'text/csv',
          }),
  } as const
}

/** How a list may be asked for: its filters and its order. */
function askedOf({ filters, columns }: Pick<AdminList, 'filters' | 'columns'>): Shape {
  const sorts = Object.keys(columns).filter((column) => columns[column]?.sort !== undefined)
  return {
    ...Object.fromEntries(Object.entries(filters).map(([key, filter]) => [key, shapeOf(filter)])),
    ...(sorts.length === 0 ? {} : { sort: z.optional(z.enum(sorts as [string, ...string[]])), order: Order }),
  }
}

function placeOf(paging: AdminList['paging'] | undefined): Shape {
  return paging === 'cursor' ? { after: z.optional(z.string().check(z.maxLength(600))) } : { page: PageNumber }
}

function pagesOf(paging: AdminList['paging'] | undefined): Shape {
  return paging === 'cursor' ? { total: z.int(), isMinimum: z.boolean(), next: z.nullable(z.string()) } : Turned
}

function shapeOf(filter: Filter): z.ZodMiniType {
  switch (filter.kind) {
    case 'search':
      return z.optional(z.string().check(z.maxLength(120), oneLine))
    case 'choice':
      return z.optional(z.enum(Object.keys(filter.options) as [string, ...string[]]))
    case 'code':
      return z.optional(z.string().check(z.maxLength(60)))
    case 'day':
      return z.optional(Day)
    case 'id':
      return z.optional(Id)
    default:
      return filter satisfies never
  }
}

export type ItemOf<L extends AdminList> = z.infer<L['item']>
export type SortOf<L extends AdminList> = L['sortedBy'] extends (infer S) | null ? S & string : never
export type FilterOf<L extends AdminList> = { [K in keyof L['filters']]?: FilterValue<L['filters'][K]> | undefined }

/** The reply of a list; which cursors it has depends on its paging. */
export type PageOf<L extends AdminList> = {
  items: ItemOf<L>[]
  total: number
  /** There are more than `total`. */
  isMinimum?: boolean
  page?: number
  pages?: number
  next?: string | null
} & { [K in keyof L['more']]: z.infer<L['more'][K]> }

/** A schema of such values. */
export type Replies<T> = z.ZodMiniType<T>

/** A list whose reply is a page of its items, which the compiler checks where the list is named. */
export type Listed<L extends AdminList> = L & { reply: Replies<PageOf<L>> }

/** A status as text: the words of its codes, as `translate` has them. */
export function statusWords(
  { words }: Column<never>,
  value: string | readonly string[],
  translate: (english: string) => string,
): string {
  const codes = typeof value === 'string' ? [value] : value
  return codes.map((code) => translate(words?.[code] ?? code)).join(', ')
}

/** The value of a column for an item. */
export function valueOf(name: string, column: Column<never>, item: object): CellValue {
  const { of = name } = column
  if (typeof of === 'function') return of(item as never)
  return (item as Record<string, CellValue | undefined>)[of] ?? null
}
