import { sql, type Kysely } from 'kysely'
import type { listAuctions, StaffAuction } from '#contract/auctions/auction-entry.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import type { AuctionTerms } from './auction.ts'
import { COLUMNS, STATE, type AuctionRow } from './store.ts'

/** The SQL of auctions as staff enter them. */

export type StaffAuctionRow = Omit<AuctionRow, 'state'> & {
  terms: AuctionTerms
  published_at: number | null
  state: StaffAuction['state']
}

const STAFF_COLUMNS = sql`${COLUMNS}, terms, published_at,
  case when published_at is null then 'draft' when canceled_at is not null then 'canceled' else ${STATE} end as state`

export const AUCTION_LIST: ListSql<typeof listAuctions> = {
  columns: sql.raw('*'),
  from: sql`(select ${STAFF_COLUMNS} from auction) sale`,
  id: 'id',
  sorts: { title: 'lower(title)', lots: 'lot_count', opens: 'opens_at', ends: 'ends_at', place: 'lower(location)' },
  order: () => [
    { by: 'published_at is not null', way: 'asc' },
    { by: 'starts_at', way: 'desc' },
  ],
  where({ q = '', state }) {
    const like = likeTyped(q.trim())
    const states = state === 'not-begun' ? ['draft', 'scheduled'] : [state]
    const conditions = [
      ...(q.trim() === '' ? [] : [sql`(title ilike ${like} or location ilike ${like})`]),
      ...(state === undefined ? [] : [sql`state = any(${states}::text[])`]),
    ]
    return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  },
}

export async function staffAuction<T>(db: Kysely<T>, id: string): Promise<StaffAuctionRow | null> {
  const found = await sql<StaffAuctionRow>`select ${STAFF_COLUMNS} from auction where id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the auction's row to the end of the transaction: it is published, or changed, by one person at a time. */
export async function lockStaffAuction<T>(trx: Kysely<T>, id: string): Promise<StaffAuctionRow | null> {
  await sql`select 1 from auction where id = ${id} for update`.execute(trx)
  return staffAuction(trx, id)
}

type Changed = Pick<StaffAuctionRow, 'title' | 'kind' | 'location' | 'description' | 'currency' | 'terms'> & {
  opensAt: number
  startsAt: number
}

export async function updateAuction<T>(trx: Kysely<T>, id: string, auction: Changed): Promise<void> {
  await sql`
    update auction set title = ${auction.title}, kind = ${auction.kind}, location = ${auction.location},
      description = ${auction.description}, currency = ${auction.currency}, opens_at = ${new Date(auction.opensAt)},
      starts_at = ${new Date(auction.startsAt)}, terms = ${JSON.stringify(auction.terms)}::jsonb
    where id = ${id}`.execute(trx)
}
