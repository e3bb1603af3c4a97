import { sql, type Kysely } from 'kysely'
import type { listStatements, SellerInAuction, StatementRow } from '#contract/settlements/statements.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { IN_PAYOUT, IS_READY, STATEMENT_STATE } from './statement-store.ts'

export type ListedStatement = {
  id: string
  number: string
  seller_id: string
  code: string
  seller: string
  auction_id: string
  auction: string
  currency: string
  net: number
  state: StatementRow['state']
  issued_at: number
  batch_id: string | null
  batch_number: string | null
}

export const STATEMENT_LIST: ListSql<typeof listStatements> = {
  columns: sql`st.id, st.number, st.seller_id, s.code, s.name as seller, st.auction_id, st.document -> 'auction' ->> 'title' as auction,
    st.currency, st.net, ${STATEMENT_STATE} as state, st.issued_at, batch.id as batch_id, batch.number as batch_number`,
  from: sql`seller_statement st join seller s on s.id = st.seller_id ${IN_PAYOUT}`,
  id: 'st.id',
  sorts: { issued: 'st.issued_at', number: 'st.number', seller: 'lower(s.name)', net: 'st.net' },
  where({ q = '', state = null, sellerId = null, auctionId = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or st.number ilike ${like} or s.name ilike ${like} or s.code ilike ${like}
        or st.document -> 'auction' ->> 'title' ilike ${like})
      and (${state}::text is null or ${STATEMENT_STATE} = ${state})
      and (${sellerId}::uuid is null or st.seller_id = ${sellerId}::uuid)
      and (${auctionId}::uuid is null or st.auction_id = ${auctionId}::uuid)`
  },
}

export type SellerSums = Omit<SellerInAuction, 'statements'>

/** What is booked for each seller of an auction, by name. */
export async function sellerSums<T>(db: Kysely<T>, auctionId: string): Promise<SellerSums[]> {
  const found = await sql<SellerSums>`
    with entry as (
      select e.*, ${IS_READY} as ready, exists (select 1 from seller_statement_entry se where se.entry_id = e.id) as stated
      from seller_entry e where e.auction_id = ${auctionId}),
    sold as (select seller_id, lot_id from entry where kind = 'hammer' group by 1, 2 having sum(amount) > 0)
    select s.id as "sellerId", s.code, s.name, (select count(*) from sold where sold.seller_id = s.id)::int as "lotsSold",
      coalesce(sum(amount) filter (where entry.kind = 'hammer'), 0)::bigint as hammer,
      coalesce(sum(amount) filter (where entry.kind = 'commission'), 0)::bigint as commission,
      coalesce(sum(amount) filter (where entry.kind in ('no-sale-fee', 'relist-fee')), 0)::bigint as fees,
      sum(tax)::bigint as tax, sum(amount + tax)::bigint as net,
      coalesce(sum(amount + tax) filter (where not stated and not ready), 0)::bigint as waiting,
      coalesce(sum(amount + tax) filter (where not stated and ready), 0)::bigint as ready,
      (count(*) filter (where not stated and ready))::int as "readyCount"
    from entry join seller s on s.id = entry.seller_id group by s.id order by lower(s.name), s.id`.execute(db)
  return found.rows
}

type StatementOfAuction = SellerInAuction['statements'][number] & { seller_id: string }

export async function statementsOfAuction<T>(db: Kysely<T>, auctionId: string): Promise<StatementOfAuction[]> {
  const found = await sql<StatementOfAuction>`
    select st.id, st.number, st.net, st.seller_id, ${STATEMENT_STATE} as state from seller_statement st ${IN_PAYOUT}
    where st.auction_id = ${auctionId} order by st.id`.execute(db)
  return found.rows
}
