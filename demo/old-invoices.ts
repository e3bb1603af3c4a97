import { sql, type Kysely } from 'kysely'
import { issueInvoice } from '#server/invoices/issue/issue-invoice.ts'
import { noteOverdueIn } from '#server/invoices/check-unpaid.ts'
import type { App } from '#server/platform/app.ts'
import { isLate, type OldInvoice } from './books.ts'
import { OLD_AUCTION } from './planned-auctions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** How many lots of the old auction were decided later than the rest. */
const DECIDED_LATE = 2

/**
 * Enters the old sales with `enter` and issues their invoices with past dates: those of the last lots as of yesterday, and late fees
 * as of their due dates, so that numbers and dates increase together. The app, which is also notified of each sold lot, finds the
 * invoice already there.
 */
export async function issueOldInvoices(
  app: App,
  now: number,
  enter: () => Promise<void>,
): Promise<{ old: OldInvoice[]; recent: OldInvoice[] }> {
  return app.db.transaction().execute(async (trx) => {
    // Locks the invoice series until the transaction ends: the app, notified of the lots at the same time, issues no invoice before
    // then.
    await sql`insert into document_series (series, last_at) values ('invoice', '-infinity') on conflict do nothing`.execute(
      trx,
    )
    await sql`select 1 from document_series where series = 'invoice' for update`.execute(trx)
    await enter()
    const lots = await soldLots(app)
    const early = lots.slice(0, -DECIDED_LATE)
    for (const lot of early) await issueInvoice(app, trx, lot, lot.at + 2 * MINUTE_MS)
    const old = await invoicesOf(trx, early)
    for (const [place, { id, dueAt }] of old.entries()) {
      if (isLate(place)) await noteOverdueIn(app, trx, id, dueAt + MINUTE_MS)
    }
    const late = lots.slice(-DECIDED_LATE)
    for (const [place, lot] of late.entries()) {
      const at = now - DAY_MS + place * 20 * MINUTE_MS
      await issueInvoice(app, trx, { ...lot, at }, at + 2 * MINUTE_MS)
    }
    return { old, recent: await invoicesOf(trx, late) }
  })
}

type Sold = { lotId: string; accountId: string; hammer: number; at: number }

async function soldLots(app: App): Promise<Sold[]> {
  const found = await sql<Sold>`
    select l.id as "lotId", s.leader_id as "accountId", s.price as hammer, s.closes_at_ms as at
    from lot l join auction a on a.id = l.auction_id join standing s on s.lot_id = l.id
    where a.demo and a.title = ${OLD_AUCTION} and s.status = 'sold' order by s.closes_at_ms, l.id`.execute(app.db)
  return found.rows
}

async function invoicesOf(trx: Kysely<object>, lots: Sold[]): Promise<(OldInvoice & { dueAt: number })[]> {
  const found = await sql<OldInvoice & { dueAt: number }>`
    select i.id, i.number, i.account_id as "accountId", a.name as buyer, i.total, i.currency, i.issued_at as "issuedAt",
      i.due_at as "dueAt"
    from invoice i join account a on a.id = i.account_id
    where i.kind = 'sale' and i.lot_id = any(${lots.map(({ lotId }) => lotId)}::uuid[]) order by i.number`.execute(trx)
  return found.rows
}
