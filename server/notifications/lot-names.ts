import { sql, type Kysely } from 'kysely'
import { photoUrlOf } from '#contract/lots/photos.ts'

export type NamedLot = { lotId: string; lotNumber: number; title: string; currency: string }

export async function nameLots<T>(db: Kysely<T>, lotIds: string[]): Promise<Map<string, NamedLot>> {
  const found = await sql<NamedLot>`
    select l.id as "lotId", l.lot_number as "lotNumber", l.title, a.currency
    from lot l join auction a on a.id = l.auction_id where l.id = any(${lotIds}::uuid[])`.execute(db)
  return new Map(found.rows.map((row) => [row.lotId, row]))
}

/** Lots by their numbers, with the first photo of each. */
export async function picturedLots<T>(
  db: Kysely<T>,
  lotNumbers: readonly number[],
): Promise<Map<number, { lotNumber: number; title: string; heroPhoto: string | null }>> {
  if (lotNumbers.length === 0) return new Map()
  const found = await sql<{ lot_number: number; title: string; hero: string | null }>`
    select l.lot_number, l.title, v.photos -> 0 ->> 'name' as hero
    from lot l join vehicle v on v.id = l.vehicle_id where l.lot_number = any(${lotNumbers}::int[])`.execute(db)
  const present = ({ lot_number: lotNumber, title, hero }: (typeof found.rows)[number]) => {
    return { lotNumber, title, heroPhoto: hero === null ? null : photoUrlOf(hero) }
  }
  return new Map(found.rows.map((row) => [row.lot_number, present(row)]))
}
