import { sql, type Kysely } from 'kysely'
import type { listRisks, RiskCase } from '#contract/risk/risk.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'

const COLUMNS = sql`c.id, c.lot_id as "lotId", l.lot_number as "lotNumber", l.title, a.currency,
  c.bidder_id as "accountId", bidder.name as person, bidder.paddle, c.consignor_id as "sellerId", c.seller_id as "sellerAccountId",
  coalesce(consignor.name, seller.name) as seller,
  c.score::int as score, c.signals, c.found_at as "foundAt", case when d.case_id is null then 'open' else 'dismissed' end as state,
  judge.name as "dismissedBy", d.at as "dismissedAt", d.reason as "dismissedFor"`

const CASES = sql.raw(`risk_case c join lot l on l.id = c.lot_id join auction a on a.id = l.auction_id
  join account bidder on bidder.id = c.bidder_id left join seller consignor on consignor.id = c.consignor_id
  left join account seller on seller.id = c.seller_id
  left join risk_dismissal d on d.case_id = c.id left join account judge on judge.id = d.dismissed_by`)

export const RISK_LIST: ListSql<typeof listRisks> = {
  columns: COLUMNS,
  from: CASES,
  id: 'c.id',
  sorts: { score: 'c.score', found: 'c.found_at' },
  where({ q = '', state = null, account = null, seller = null, lot = null }) {
    const like = likeTyped(q.trim())
    const number = q.trim()
    return sql`(${number} = '' or bidder.name ilike ${like} or seller.name ilike ${like} or consignor.name ilike ${like} or l.title ilike ${like}
        or l.lot_number::text = ${number} or bidder.paddle::text = ${number})
      and (${state}::text is null or (d.case_id is not null) = (${state} = 'dismissed'))
      and (${account}::uuid is null or c.bidder_id = ${account}::uuid or c.seller_id = ${account}::uuid)
      and (${seller}::uuid is null or c.consignor_id = ${seller}::uuid)
      and (${lot}::uuid is null or c.lot_id = ${lot}::uuid)`
  },
}

export async function riskCase<T>(db: Kysely<T>, id: string): Promise<RiskCase | null> {
  const found = await sql<RiskCase>`select ${COLUMNS} from ${CASES} where c.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Whether a person is the bidder of a case or its seller. */
export async function concerns<T>(db: Kysely<T>, caseId: string, personId: string): Promise<boolean> {
  const found = await sql`
    select 1 from risk_case c left join seller s on s.id = c.consignor_id
    where c.id = ${caseId} and ${personId}::uuid in (c.bidder_id, c.seller_id, s.account_id)`.execute(db)
  return found.rows.length > 0
}

/** False: it was dismissed before. */
export async function storeDismissal<T>(
  trx: Kysely<T>,
  { caseId, actorId, reason }: { caseId: string; actorId: string; reason: string },
): Promise<boolean> {
  const found = await sql`
    insert into risk_dismissal (case_id, dismissed_by, reason) values (${caseId}, ${actorId}, ${reason})
    on conflict do nothing returning 1`.execute(trx)
  return found.rows.length > 0
}

/** The cases about a person's bids, without what is known of other people. */
export async function exportCases<T>(db: Kysely<T>, accountId: string): Promise<object[]> {
  const found = await sql<object>`
    select l.lot_number as "lotNumber", c.score, to_jsonb(c.found_at) as "foundAt", d.case_id is not null as dismissed
    from risk_case c join lot l on l.id = c.lot_id left join risk_dismissal d on d.case_id = c.id
    where c.bidder_id = ${accountId} order by c.found_at`.execute(db)
  return found.rows
}
