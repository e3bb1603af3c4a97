import { sql, type Kysely } from 'kysely'

export type Purchase = {
  id: string
  number: string
  /** Minor units. */
  total: number
  /** A day, 2026-11-25. */
  dueOn: string
  /** Where the vehicle is. */
  pickup: string
}

/** What a buyer must know about a lot's invoice; null when none was issued yet, or it was canceled. */
export async function purchaseOf<T>(db: Kysely<T>, lotId: string): Promise<Purchase | null> {
  const found = await sql<Purchase>`
    select i.id, i.number, i.total, coalesce(v.facts ->> 'location', a.location) as pickup,
      to_char((i.due_at at time zone (i.document ->> 'timeZone'))::date, 'YYYY-MM-DD') as "dueOn"
    from invoice i join lot l on l.id = i.lot_id join auction a on a.id = l.auction_id
    join vehicle v on v.id = l.vehicle_id
    where i.lot_id = ${lotId} and i.kind = 'sale' and i.credited < i.total order by i.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** Where the vehicle of a lot is picked up. */
export async function pickupOf<T>(db: Kysely<T>, lotId: string): Promise<string | null> {
  const found = await sql<{ pickup: string }>`
    select coalesce(v.facts ->> 'location', a.location) as pickup
    from lot l join auction a on a.id = l.auction_id join vehicle v on v.id = l.vehicle_id where l.id = ${lotId}`.execute(
    db,
  )
  return found.rows[0]?.pickup ?? null
}
