import { sql, type Kysely } from 'kysely'
import type { listReserveRequests, ReserveRequestRow, SellingDetail } from '#contract/selling/selling.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'

const COLUMNS = sql.raw(
  `r.id, r.reserve, r.note, r.state, r.made_at as "madeAt", r.decided_at as "decidedAt", r.reason`,
)
const ROW_COLUMNS = sql`${COLUMNS}, r.lot_id as "lotId", l.lot_number as "lotNumber", l.title, l.auction_id as "auctionId",
  a.title as auction, a.currency, r.seller_id as "sellerId", s.name as seller, l.reserve as current, d.name as "decidedBy"`
const ROW_FROM = sql.raw(`reserve_request r join lot l on l.id = r.lot_id join auction a on a.id = l.auction_id
  join seller s on s.id = r.seller_id left join account d on d.id = r.decided_by`)

export const REQUEST_LIST: ListSql<typeof listReserveRequests> = {
  columns: ROW_COLUMNS,
  from: ROW_FROM,
  id: 'r.id',
  sorts: { made: 'r.made_at', lot: 'l.lot_number', seller: 'lower(s.name)' },
  where({ q = '', state = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or l.title ilike ${like} or s.name ilike ${like} or s.code ilike ${like} or l.lot_number::text = ${typed})
      and (${state}::text is null or r.state = ${state})`
  },
}

export async function requestRow<T>(db: Kysely<T>, id: string): Promise<ReserveRequestRow | undefined> {
  const found = await sql<ReserveRequestRow>`select ${ROW_COLUMNS} from ${ROW_FROM} where r.id = ${id}`.execute(db)
  return found.rows[0]
}

export async function requestsOfLot<T>(db: Kysely<T>, lotId: string): Promise<SellingDetail['requests']> {
  const found = await sql<SellingDetail['requests'][number]>`
    select ${COLUMNS} from reserve_request r where r.lot_id = ${lotId} order by r.made_at desc, r.id desc`.execute(db)
  return found.rows
}

export type NewRequest = { id: string; lotId: string; sellerId: string; reserve: number | null; note: string }

export async function insertRequest<T>(trx: Kysely<T>, request: NewRequest): Promise<void> {
  await sql`
    insert into reserve_request (id, lot_id, seller_id, reserve, note)
    values (${request.id}, ${request.lotId}, ${request.sellerId}, ${request.reserve}, ${request.note})`.execute(trx)
}

export async function lockRequest<T>(trx: Kysely<T>, id: string): Promise<ReserveRequestRow | undefined> {
  // Locks the request's row to the end of the transaction: it is decided once.
  await sql`select 1 from reserve_request where id = ${id} for update`.execute(trx)
  return requestRow(trx, id)
}

export async function decideRequest<T>(
  trx: Kysely<T>,
  id: string,
  decision: { state: 'accepted' | 'refused' | 'withdrawn'; decidedBy: string | null; reason: string | null },
): Promise<void> {
  await sql`
    update reserve_request set state = ${decision.state}, decided_at = clock_timestamp(), decided_by = ${decision.decidedBy},
      reason = ${decision.reason}
    where id = ${id}`.execute(trx)
}
