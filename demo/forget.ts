import { sql, type Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { SIMULATED } from './people.ts'
import { rewriting } from './rewriting.ts'

/** How long after its last lot an auction with only simulated bidders is kept, so that the data of a long-running demo doesn't pile up. */
const KEEP_HOURS = 12

/**
 * Deletes old auctions of the demo in which only simulated bidders bid or watched, with everything stored about their lots: also
 * those bidders' invoices, unless one was paid. Everything a visitor of the demo took part in stays.
 */
export async function forgetOldAuctions(app: App, ownerUrl: string): Promise<void> {
  const old = await oldAuctions(app)
  if (old.length === 0) return
  await rewriting(app, ownerUrl, async (db) => {
    for (const auctionId of old) await db.transaction().execute((trx) => forgetAuction(trx, auctionId))
  })
}

async function oldAuctions(app: App): Promise<string[]> {
  const simulated = SIMULATED.map(({ email }) => email)
  const found = await sql<{ id: string }>`
    with simulated as (select id from account where demo and email = any(${simulated}::text[]))
    select a.id from auction a
    where a.demo and exists (select 1 from lot where auction_id = a.id)
    and not exists (select 1 from auction_message where auction_id = a.id)
    and not exists (select 1 from seller_statement where auction_id = a.id) and not exists (
      select 1 from lot l where l.auction_id = a.id and (
        l.closed_at is null or l.closed_at > clock_timestamp() - ${KEEP_HOURS} * interval '1 hour'
        or exists (select 1 from participation where lot_id = l.id and bidder_id not in (select id from simulated))
        or exists (select 1 from ticket where lot_id = l.id)
        or exists (select 1 from watch where lot_id = l.id and account_id not in (select id from simulated))
        or exists (select 1 from invoice where lot_id = l.id
          and (paid > 0 or account_id not in (select id from simulated)))))`.execute(app.db)
  return found.rows.map(({ id }) => id)
}

/** Every table reveals by its columns what it stores about a lot or an invoice, also those of future features. */
async function forgetAuction(trx: Kysely<object>, auctionId: string): Promise<void> {
  const lots = await idsOf(sql<Id>`select id from lot where auction_id = ${auctionId}`, trx)
  const vehicles = await idsOf(sql<Id>`select vehicle_id as id from lot where auction_id = ${auctionId}`, trx)
  const invoices = await idsOf(sql<Id>`select id from invoice where lot_id = any(${lots}::uuid[])`, trx)
  for (const table of await tablesWith(trx, 'invoice_id')) {
    await sql`delete from ${sql.table(table)} where invoice_id = any(${invoices}::uuid[])`.execute(trx)
  }
  await sql`
    delete from risk_dismissal where case_id in (select id from risk_case where lot_id = any(${lots}::uuid[]))`.execute(
    trx,
  )
  for (const table of await tablesWith(trx, 'lot_id')) {
    await sql`delete from ${sql.table(table)} where lot_id = any(${lots}::uuid[])`.execute(trx)
  }
  await sql`delete from lot where id = any(${lots}::uuid[])`.execute(trx)
  for (const table of ['vehicle_correction', 'vehicle_event']) {
    await sql`
      delete from ${sql.table(table)} of_vehicle where vehicle_id = any(${vehicles}::uuid[])
      and not exists (select 1 from lot where vehicle_id = of_vehicle.vehicle_id)`.execute(trx)
  }
  await sql`
    delete from vehicle v where id = any(${vehicles}::uuid[])
    and not exists (select 1 from lot where vehicle_id = v.id)`.execute(trx)
  await sql`delete from auction where id = ${auctionId}`.execute(trx)
}

type Id = { id: string }

async function idsOf(query: ReturnType<typeof sql<Id>>, trx: Kysely<object>): Promise<string[]> {
  return (await query.execute(trx)).rows.map(({ id }) => id)
}

async function tablesWith(trx: Kysely<object>, column: string): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and c.column_name = ${column} and c.data_type = 'uuid' order by 1`.execute(trx)
  return found.rows.map(({ name }) => name)
}
