import { sql, type Kysely } from 'kysely'
import { issueInvoice } from '#server/invoices/issue/issue-invoice.ts'
import { noteOverdueIn } from '#server/invoices/watch-over.ts'
import type { House } from '#server/platform/house.ts'
import { isLate, type OldInvoice } from './books.ts'
import { OLD_SALE } from './planned-sales.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** So many lots of the old sale were decided later than the rest. */
const DECIDED_LATE = 2

/**
 * Enters the old sale by `enter` and issues its invoices as of then: those of the last lots as of yesterday, and late fees as of their
 * due dates, so that numbers and dates go up together. The house, which is told of each sold lot as well, finds the invoice there.
 */
export async function issueOldInvoices(
  house: House,
  now: number,
  enter: () => Promise<void>,
): Promise<{ old: OldInvoice[]; recent: OldInvoice[] }> {
  return house.db.transaction().execute(async (trx) => {
    // Locks the series of invoices to the end of the transaction: the house, told of the lots at the same time, issues none before.
    await sql`insert into paper_series (series, last_at) values ('invoice', '-infinity') on conflict do nothing`.execute(
      trx,
    )
    await sql`select 1 from paper_series where series = 'invoice' for update`.execute(trx)
    await enter()
    const lots = await soldLots(house)
    const early = lots.slice(0, -DECIDED_LATE)
    for (const lot of early) await issueInvoice(house, trx, lot, lot.at + 2 * MINUTE_MS)
    const old = await invoicesOf(trx, early)
    for (const [place, { id, dueAt }] of old.entries()) {
      if (isLate(place)) await noteOverdueIn(house, trx, id, dueAt + MINUTE_MS)
    }
    const late = lots.slice(-DECIDED_LATE)
    for (const [place, lot] of late.entries()) {
      const at = now - DAY_MS + place * 20 * MINUTE_MS
      await issueInvoice(house, trx, { ...lot, at }, at + 2 * MINUTE_MS)
    }
    return { old, recent: await invoicesOf(trx, late) }
  })
}

type Sold = { lotId: string; accountId: string; hammer: number; at: number }

async function soldLots(house: House): Promise<Sold[]> {
  const found = await sql<Sold>`
    select l.id as "lotId", s.leader_id as "accountId", s.price as hammer, s.closes_at_ms as at
    from lot l join auction a on a.id = l.auction_id join standing s on s.lot_id = l.id
    where a.demo and a.title = ${OLD_SALE} and s.status = 'sold' order by s.closes_at_ms, l.id`.execute(house.db)
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
