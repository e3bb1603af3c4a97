import { sql, type Kysely } from 'kysely'
import type { PhotoPin } from '#contract/lots.ts'
import type { PHOTOGRAPH_STATES } from '#contract/photographs.ts'
import type { ShotSlot } from '#contract/photos.ts'
import type { DarkroomFault, SourceKind } from './darkroom.ts'

export type PhotographRow = {
  id: string
  vehicle_id: string
  position: number
  slot: ShotSlot
  source_name: string | null
  source_kind: SourceKind | null
  state: (typeof PHOTOGRAPH_STATES)[number]
  failure: DarkroomFault | null
  rotation: number
  shown_rotation: number
  shown_name: string | null
  width: number | null
  height: number | null
  placeholder: string | null
  pins: PhotoPin[]
  tries: number
}

const COLUMNS = sql.raw(
  `id, vehicle_id, position, slot, source_name, source_kind, state, failure, rotation, shown_rotation, shown_name, width, height,
   placeholder, pins, tries`,
)

/** Locks the vehicle's row to the end of the transaction: its photographs are put in order, counted and shown by one at a time. */
export async function lockVehicle<T>(trx: Kysely<T>, vehicleId: string): Promise<boolean> {
  const found = await sql`select 1 from vehicle where id = ${vehicleId} for update`.execute(trx)
  return found.rows.length > 0
}

export async function photographsOf<T>(db: Kysely<T>, vehicleId: string): Promise<PhotographRow[]> {
  const found = await sql<PhotographRow>`
    select ${COLUMNS} from photograph where vehicle_id = ${vehicleId} order by position, id`.execute(db)
  return found.rows
}

export async function findPhotograph<T>(db: Kysely<T>, id: string): Promise<PhotographRow | undefined> {
  const found = await sql<PhotographRow>`select ${COLUMNS} from photograph where id = ${id}`.execute(db)
  return found.rows[0]
}

export async function findByContent<T>(
  db: Kysely<T>,
  vehicleId: string,
  hash: Buffer,
): Promise<PhotographRow | undefined> {
  const found = await sql<PhotographRow>`
    select ${COLUMNS} from photograph where vehicle_id = ${vehicleId} and content_hash = ${hash}`.execute(db)
  return found.rows[0]
}

export type NewPhotograph = {
  id: string
  vehicleId: string
  slot: ShotSlot
  hash: Buffer
  sourceName: string
  sourceKind: SourceKind
}

/** At the end of the order. */
export async function insertPhotograph<T>(trx: Kysely<T>, photograph: NewPhotograph): Promise<void> {
  const { id, vehicleId, slot, hash, sourceName, sourceKind } = photograph
  await sql`
    insert into photograph (id, vehicle_id, position, slot, content_hash, source_name, source_kind, state)
    values (${id}, ${vehicleId}, coalesce((select max(position) + 1 from photograph where vehicle_id = ${vehicleId}), 0),
      ${slot}, ${hash}, ${sourceName}, ${sourceKind}, 'waiting')`.execute(trx)
}

export async function setPosition<T>(trx: Kysely<T>, id: string, position: number): Promise<void> {
  await sql`update photograph set position = ${position} where id = ${id} and position <> ${position}`.execute(trx)
}

export async function setSlot<T>(trx: Kysely<T>, id: string, slot: ShotSlot): Promise<void> {
  await sql`update photograph set slot = ${slot} where id = ${id}`.execute(trx)
}

export async function setPins<T>(trx: Kysely<T>, id: string, pins: PhotoPin[]): Promise<void> {
  await sql`update photograph set pins = ${JSON.stringify(pins)}::jsonb where id = ${id}`.execute(trx)
}

/** It is made ready again from its beginning, turned so. */
export async function setWaiting<T>(trx: Kysely<T>, id: string, rotation: number): Promise<void> {
  await sql`
    update photograph set state = 'waiting', failure = null, rotation = ${rotation}, tries = 0, claimed_until = null,
      requested_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function removePhotograph<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from photograph where id = ${id}`.execute(trx)
}

/** What every reader sees of the vehicle's photographs. */
export async function setShown<T>(trx: Kysely<T>, vehicleId: string, photos: object[]): Promise<void> {
  await sql`update vehicle set photos = ${JSON.stringify(photos)}::jsonb where id = ${vehicleId}`.execute(trx)
}
