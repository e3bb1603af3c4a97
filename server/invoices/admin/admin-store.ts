import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AdminInvoice, listAllInvoices } from '#contract/invoices/admin-invoices.ts'
import type { FilterOf } from '#contract/platform/admin-list.ts'
import { isPersonNamed } from '#server/accounts/find-people.ts'
import { hasWords, likeTyped } from '#server/platform/lists/list-sql.ts'
import type { KeptSums } from '#server/platform/lists/kept-sums.ts'
import type { Found, ListSql } from '#server/platform/lists/serve-list.ts'
import { INVOICE_COLUMNS, type InvoiceRow } from '../store.ts'

type InvoiceFilter = FilterOf<typeof listAllInvoices>
export type AdminRow = InvoiceRow & { buyer: AdminInvoice['buyer'] }

const OWED = 'greatest(i.total - i.credited - i.paid, 0)'
const FROM = sql.raw('invoice i join account a on a.id = i.account_id')

/** Invoices with their buyers. `now` returns ms and decides what is overdue. */
export function invoiceList(now: () => number): ListSql<typeof listAllInvoices> {
  return {
    columns: sql`${INVOICE_COLUMNS}, jsonb_build_object('id', a.id, 'name', a.name, 'email', a.email, 'paddle', a.paddle) as buyer`,
    from: FROM,
    id: 'i.id',
    sorts: { number: 'i.number', buyer: 'lower(a.name)', total: 'i.total', owed: OWED, due: 'i.due_at' },
    filled: ['number', 'buyer', 'total', 'owed', 'due'],
    where: (filter) => sql.join([...searched(filter), ...narrowed(filter, now())], sql` and `),
    ids: (filter) => idsOf(filter, now()),
  }
}

export async function buyerOfInvoice<T>(db: Kysely<T>, id: string): Promise<AdminInvoice['buyer'] | null> {
  const found = await sql<AdminInvoice['buyer']>`
    select a.id, a.name, a.email, a.paddle from ${FROM} where i.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export type InvoiceSums = {
  currency: string
  total: number
  credited: number
  paid: number
  owed: number
}

/** Of all invoices, or all of a kind or state, from the sums that are kept. Of others none if there are more than are counted. */
export async function sumInvoices<T>(
  db: Kysely<T>,
  filter: InvoiceFilter,
  { where, isMinimum }: Found,
): Promise<InvoiceSums[]> {
  const { kind = null, state = null, auctionId } = filter
  if (!hasWords(filter) && auctionId === undefined && (state === null || SUMMED_STATES.includes(state))) {
    const kept = await sql<InvoiceSums>`
      select currency, sum(total)::bigint as total, sum(credited)::bigint as credited, sum(paid)::bigint as paid, sum(owed)::bigint as owed
      from invoice_sums where (${kind}::text is null or kind = ${kind}) and (${state}::text is null or state = ${state})
      group by currency having sum(invoices) > 0 order by currency`.execute(db)
    return kept.rows
  }
  if (isMinimum) return []
  const found = await sql<InvoiceSums>`
    select i.currency, sum(i.total)::bigint as total, sum(i.credited)::bigint as credited,
      sum(i.paid)::bigint as paid, sum(${sql.raw(OWED)})::bigint as owed
    from ${FROM} where ${where} group by i.currency order by i.currency`.execute(db)
  return found.rows
}

const SUMMED_STATES: readonly string[] = ['open', 'paid', 'cancelled']

export const INVOICE_SUMS: KeptSums = {
  table: 'invoice_sums',
  keys: ['currency', 'kind', 'state'],
  sums: ['invoices', 'total', 'credited', 'paid', 'owed'],
}

/** Part of a number or title, or the whole lot number; in these words, for the indexes of migration 0068. */
function isAbout(words: string): RawBuilder<unknown> {
  return sql`((i.number || ' ' || i.title) ilike ${likeTyped(words)} or i.lot_number::text = ${words})`
}

function searched(filter: InvoiceFilter): RawBuilder<unknown>[] {
  if (!hasWords(filter)) return []
  const words = filter.q.trim()
  return [sql`(${isAbout(words)} or ${isPersonNamed(words)})`]
}

function idsOf(filter: InvoiceFilter, now: number): RawBuilder<unknown> | null {
  if (!hasWords(filter)) return null
  const words = filter.q.trim()
  const others = sql.join(narrowed(filter, now), sql` and `)
  // Offset 0: invoices are looked up person by person until enough are found, instead of joining all people whom the words find.
  return sql`
    select i.id from invoice i where ${isAbout(words)} and ${others}
    union all
    select i.id from account a cross join lateral (select * from invoice where account_id = a.id offset 0) i
    where ${isPersonNamed(words)} and ${isAbout(words)} is not true and ${others}`
}

/** By everything but words. */
function narrowed({ state, kind, auctionId }: InvoiceFilter, now: number): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(kind === undefined ? [] : [sql`i.kind = ${kind}`]),
    ...(auctionId === undefined ? [] : [sql`i.lot_id in (select id from lot where auction_id = ${auctionId})`]),
    ...(state === undefined ? [] : [stateIs(state, now)]),
  ]
}

/** By amounts and due date, like `stateOf`: an invoice is overdue when its due date has passed, recorded or not. */
function stateIs(state: NonNullable<InvoiceFilter['state']>, now: number): RawBuilder<unknown> {
  const owed = sql.raw(OWED)
  const isOver = sql`i.due_at <= to_timestamp(${now} / 1000.0)`
  switch (state) {
    case 'cancelled':
      return sql`i.credited >= i.total`
    case 'paid':
      return sql`i.credited < i.total and ${owed} = 0`
    case 'open':
      return sql`${owed} > 0`
    case 'overdue':
      return sql`${owed} > 0 and ${isOver}`
    case 'part-paid':
      return sql`${owed} > 0 and not ${isOver} and i.paid > 0`
    case 'issued':
      return sql`${owed} > 0 and not ${isOver} and i.paid = 0`
    default:
      return state satisfies never
  }
}

export type SettledSale = { title: string; starts_at: number; currency: string }

export async function saleToSettle<T>(db: Kysely<T>, auctionId: string): Promise<SettledSale | null> {
  const found = await sql<SettledSale>`
    select title, starts_at, currency from auction where id = ${auctionId} and published_at is not null`.execute(db)
  return found.rows[0] ?? null
}

/** Invoices of an auction's lots in the order of the run list, with the credits of each line: `[{of, amount, tax}]`. */
export type SettledInvoice = InvoiceRow & { credits: { of: number; amount: number; tax: number }[] }

export async function invoicesOfSale<T>(db: Kysely<T>, auctionId: string): Promise<SettledInvoice[]> {
  const found = await sql<SettledInvoice>`
    select ${INVOICE_COLUMNS}, coalesce((select jsonb_agg(jsonb_build_object('of', line -> 'of', 'amount', line -> 'amount',
      'tax', line -> 'tax')) from credit_note c, jsonb_array_elements(c.lines) as each (line) where c.invoice_id = i.id), '[]') as credits
    from invoice i join lot l on l.id = i.lot_id
    where l.auction_id = ${auctionId} and i.kind = 'sale' order by l.position, i.id`.execute(db)
  return found.rows
}
