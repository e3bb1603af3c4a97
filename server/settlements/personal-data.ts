import { sql, type Kysely } from 'kysely'
import { sellerBy } from '#server/sellers/find-sellers.ts'

/** What a person was owed and paid as a seller, for their export. Bookkeeping: none of it is deleted. */
export async function exportSettlements(db: Kysely<object>, accountId: string): Promise<object | null> {
  const seller = await sellerBy(db, accountId)
  if (seller === null) return null
  const [entries, statements, payouts] = await Promise.all([
    sql<object>`
      select l.lot_number as "lotNumber", e.kind, e.amount, e.tax, e.currency, e.at
      from seller_entry e left join lot l on l.id = e.lot_id where e.seller_id = ${seller.id} order by e.position`.execute(
      db,
    ),
    sql<{ document: object }>`
      select document from seller_statement where seller_id = ${seller.id} order by id`.execute(db),
    sql<object>`
      select b.number, b.state, b.currency, p.amount, p.pays_to as "paysTo", b.made_at as "madeAt", b.decided_at as "decidedAt"
      from payout p join payout_batch b on b.id = p.batch where p.seller_id = ${seller.id} order by p.id`.execute(db),
  ])
  return { entries: entries.rows, statements: statements.rows.map(({ document }) => document), payouts: payouts.rows }
}
