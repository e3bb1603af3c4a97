import { sql, type Kysely } from 'kysely'

export type NamedLot = { lotId: string; lotNumber: number; title: string; currency: string }

export async function nameLots<T>(db: Kysely<T>, lotIds: string[]): Promise<Map<string, NamedLot>> {
  const found = await sql<NamedLot>`
    select l.id as "lotId", l.lot_number as "lotNumber", l.title, a.currency
    from lot l join auction a on a.id = l.auction_id where l.id = any(${lotIds}::uuid[])`.execute(db)
  return new Map(found.rows.map((row) => [row.lotId, row]))
}
