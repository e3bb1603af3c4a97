import { sql, type Kysely } from 'kysely'
import type { Commission } from '#contract/sellers/commission.ts'
import { newId } from '#server/platform/id.ts'
import type { LotResult, Share } from './commission.ts'

export type ConsignedLot = LotResult & {
  seller_id: string
  auction_id: string
  lot_number: number
  currency: string
  commission: Commission
}

/** The net hammer price of lot `l`: of all invoices of its sale, less what was credited. */
const HAMMER = sql.raw(`(
  (select coalesce(sum((line ->> 'amount')::bigint), 0)
    from invoice i cross join lateral jsonb_array_elements(i.lines) as each (line)
    where i.lot_id = l.id and i.kind = 'sale' and line ->> 'kind' = 'hammer')
  - (select coalesce(sum((line ->> 'amount')::bigint), 0)
    from invoice i join credit_note c on c.invoice_id = i.id cross join lateral jsonb_array_elements(c.lines) as each (line)
    where i.lot_id = l.id and i.kind = 'sale' and line ->> 'kind' = 'hammer'))::bigint`)

/** A consigned lot and its result so far; undefined: it has no seller. */
export async function lockConsignedLot<T>(trx: Kysely<T>, lotId: string): Promise<ConsignedLot | undefined> {
  // Locks the lot's row to the end of the transaction: what is booked for a lot is compared and completed by one transaction at a time.
  await sql`select 1 from lot where id = ${lotId} for no key update`.execute(trx)
  const found = await sql<ConsignedLot>`
    select l.consignor_id as seller_id, l.auction_id, l.lot_number, a.currency, coalesce(l.fixed_commission, l.commission, s.commission) as commission,
      ${HAMMER} as hammer,
      coalesce(l.outcome = 'passed', false) and not exists (select 1 from invoice i where i.lot_id = l.id and i.kind = 'sale')
        as "isUnsold",
      l.published_at is not null and exists (select 1 from lot before where before.vehicle_id = l.vehicle_id
        and before.consignor_id = l.consignor_id and before.outcome = 'passed' and before.published_at < l.published_at)
        as "isRelisted"
    from lot l join auction a on a.id = l.auction_id join seller s on s.id = l.consignor_id where l.id = ${lotId}`.execute(
    trx,
  )
  return found.rows[0]
}

/** What is booked for a lot, summed by kind. */
export async function bookedFor<T>(db: Kysely<T>, lotId: string): Promise<Share[]> {
  const found = await sql<Share>`
    select kind, sum(amount)::bigint as amount, sum(tax)::bigint as tax from seller_entry
    where lot_id = ${lotId} group by kind`.execute(db)
  return found.rows
}

export async function insertEntries<T>(
  trx: Kysely<T>,
  lotId: string,
  lot: Pick<ConsignedLot, 'seller_id' | 'auction_id' | 'currency'>,
  shares: readonly Share[],
): Promise<void> {
  const rows = shares.map(
    ({ kind, amount, tax }) =>
      sql`(${newId()}, ${lot.seller_id}, ${lot.auction_id}, ${lotId}, ${kind}, ${amount}, ${tax}, ${lot.currency})`,
  )
  await sql`
    insert into seller_entry (id, seller_id, auction_id, lot_id, kind, amount, tax, currency)
    values ${sql.join(rows)}`.execute(trx)
}
