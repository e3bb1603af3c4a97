import { sql, type Kysely } from 'kysely'
import type { DamageMark } from '#contract/lots/lots.ts'

export type PicturedRow = {
  id: string
  year: number
  make: string
  model: string
  trim: string | null
  body: string
  lot_number: number | null
  condition_report: string
  damage_map: DamageMark[]
  is_published: boolean
}

/** A vehicle with what staff need besides its photos. */
export async function findPictured<T>(db: Kysely<T>, vehicleId: string): Promise<PicturedRow | undefined> {
  const found = await sql<PicturedRow>`
    select id, year, make, model, trim, body, coalesce(facts ->> 'conditionReport', '') as condition_report,
      coalesce(facts -> 'damageMap', '[]') as damage_map,
      (select lot_number from lot where vehicle_id = vehicle.id order by created_at desc, id desc limit 1) as lot_number,
      exists (select 1 from lot where vehicle_id = vehicle.id and published_at is not null) as is_published
    from vehicle where id = ${vehicleId}`.execute(db)
  return found.rows[0]
}

export async function setDamage<T>(trx: Kysely<T>, vehicleId: string, marks: DamageMark[]): Promise<void> {
  await sql`
    update vehicle set facts = jsonb_set(facts, '{damageMap}', ${JSON.stringify(marks)}::jsonb)
    where id = ${vehicleId}`.execute(trx)
}
