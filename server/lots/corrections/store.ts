import { sql, type Kysely } from 'kysely'
import type { Correction } from '#contract/lots/corrections.ts'

/** The lots of a vehicle that were published; `closed_at` null: not ended. */
export async function publishedLotsOf<T>(
  trx: Kysely<T>,
  vehicleId: string,
): Promise<{ id: string; closed_at: number | null }[]> {
  const found = await sql<{ id: string; closed_at: number | null }>`
    select id, closed_at from lot where vehicle_id = ${vehicleId} and published_at is not null`.execute(trx)
  return found.rows
}

/** `withdrawHours`: how long from now the high bidder may withdraw; null: not at all. */
export async function insertCorrection<T>(
  trx: Kysely<T>,
  given: {
    id: string
    vehicleId: string
    actorId: string
    reason: string
    changes: Correction['changes']
    isMaterial: boolean
    withdrawHours: number | null
  },
): Promise<void> {
  const { id, vehicleId, actorId, reason, changes, isMaterial, withdrawHours } = given
  await sql`
    insert into vehicle_correction (id, vehicle_id, actor_id, reason, changes, is_material, withdraw_until, at)
    select ${id}, ${vehicleId}, ${actorId}, ${reason}, ${JSON.stringify(changes)}::jsonb, ${isMaterial},
      now + ${withdrawHours}::float8 * interval '1 hour', now
    from clock_timestamp() as now`.execute(trx)
}

type Row = {
  id: string
  at: number
  reason: string
  changes: Correction['changes']
  is_material: boolean
  withdraw_until: number | null
}

const COLUMNS = sql`c.id, c.at, c.reason, c.changes, c.is_material, c.withdraw_until`

/** The corrections of a lot since it was published, newest first. */
export async function correctionsOfLot<T>(db: Kysely<T>, lotId: string): Promise<Correction[]> {
  const found = await sql<Row>`
    select ${COLUMNS} from vehicle_correction c
    join lot on lot.vehicle_id = c.vehicle_id and c.at >= lot.published_at
    where lot.id = ${lotId} order by c.at desc, c.id desc`.execute(db)
  return found.rows.map(present)
}

/** All corrections of the vehicle `v`, newest first, as one JSON value. */
export const CORRECTIONS_OF_VEHICLE = sql<Correction[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'at', floor(extract(epoch from c.at) * 1000), 'reason', c.reason,
      'changes', c.changes, 'isMaterial', c.is_material,
      'withdrawUntil', floor(extract(epoch from c.withdraw_until) * 1000))
    order by c.at desc, c.id desc)
  from vehicle_correction c where c.vehicle_id = v.id), '[]')`

/** One correction by id, or the newest by which the lot's high bidder may still withdraw; undefined if there is none. */
export async function findCorrection<T>(
  db: Kysely<T>,
  by: { id: string } | { withdrawableOn: string },
): Promise<Correction | undefined> {
  const where =
    'id' in by
      ? sql`c.id = ${by.id}`
      : sql`c.vehicle_id = (select vehicle_id from lot where id = ${by.withdrawableOn})
          and c.at >= (select published_at from lot where id = ${by.withdrawableOn})
          and c.withdraw_until > clock_timestamp()`
  const found = await sql<Row>`
    select ${COLUMNS} from vehicle_correction c where ${where} order by c.at desc, c.id desc limit 1`.execute(db)
  return found.rows[0] === undefined ? undefined : present(found.rows[0])
}

function present(row: Row): Correction {
  const { id, at, reason, changes, is_material: isMaterial, withdraw_until: withdrawUntil } = row
  return { id, at, reason, changes, isMaterial, withdrawUntil }
}
