import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import { SALE_STATES, type listSales, type SALE_SORTS, type StaffSale } from '#contract/sale-entry.ts'
import type { SaleKind } from '#engine'
import type { SaleTerms } from './sale.ts'

/** The SQL of sales as staff enter them. */

export type StaffSaleRow = {
  id: string
  title: string
  kind: SaleKind
  location: string
  description: string
  currency: string
  opens_at: number
  starts_at: number
  ends_at: number | null
  terms: SaleTerms
  hero_photo: string | null
  published_at: number | null
  lot_count: number
  state: StaffSale['state']
}

const COLUMNS = sql`id, title, kind, location, description, currency, opens_at, starts_at, ends_at, terms, hero_photo,
  published_at, lot_count,
  case when published_at is null then 'draft'
    when ended_at is not null then 'ended'
    when clock_timestamp() < (case kind when 'live' then starts_at else opens_at end) then 'scheduled'
    when lot_count = 0 then 'ended'
    else 'running' end as state`

export type SaleFilter = Omit<NonNullable<QueryOf<typeof listSales>>, 'page'>

const SORTED_BY: Record<(typeof SALE_SORTS)[number], string> = {
  title: 'lower(title)',
  lots: 'lot_count',
  opens: 'opens_at',
  ends: 'ends_at',
  place: 'lower(location)',
}

function matching({ q = '', state }: SaleFilter): RawBuilder<unknown> {
  const pattern = `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const states = state === undefined ? SALE_STATES : state === 'not-begun' ? ['draft', 'scheduled'] : [state]
  return sql`from (select ${COLUMNS} from auction) sale
    where (title ilike ${pattern} or location ilike ${pattern}) and state = any(${states}::text[])`
}

export async function findSales<T>(
  db: Kysely<T>,
  filter: SaleFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StaffSaleRow[]> {
  const { sort, order = 'up' } = filter
  const way = order === 'up' ? 'asc' : 'desc'
  const sorted =
    sort === undefined ? 'published_at is not null, starts_at desc' : `${SORTED_BY[sort]} ${way} nulls last`
  const found = await sql<StaffSaleRow>`
    select * ${matching(filter)} order by ${sql.raw(sorted)}, id desc limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

export async function countSales<T>(db: Kysely<T>, filter: SaleFilter): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) ${matching(filter)}`.execute(db)
  return found.rows[0]!.count
}

export async function staffSale<T>(db: Kysely<T>, id: string): Promise<StaffSaleRow | null> {
  const found = await sql<StaffSaleRow>`select ${COLUMNS} from auction where id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the sale's row to the end of the transaction: it is published, or changed, by one person at a time. */
export async function lockStaffSale<T>(trx: Kysely<T>, id: string): Promise<StaffSaleRow | null> {
  await sql`select 1 from auction where id = ${id} for update`.execute(trx)
  return staffSale(trx, id)
}

type Changed = Pick<StaffSaleRow, 'title' | 'kind' | 'location' | 'description' | 'currency' | 'terms'> & {
  opensAt: number
  startsAt: number
}

export async function updateSale<T>(trx: Kysely<T>, id: string, sale: Changed): Promise<void> {
  await sql`
    update auction set title = ${sale.title}, kind = ${sale.kind}, location = ${sale.location},
      description = ${sale.description}, currency = ${sale.currency}, opens_at = ${new Date(sale.opensAt)},
      starts_at = ${new Date(sale.startsAt)}, terms = ${JSON.stringify(sale.terms)}::jsonb
    where id = ${id}`.execute(trx)
}
