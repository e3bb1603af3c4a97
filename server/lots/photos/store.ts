import { sql, type Kysely } from 'kysely'
import type { PhotoPin } from '#contract/lots/lots.ts'
import type { PHOTO_STATES } from '#contract/lots/vehicle-photos.ts'
import type { ShotSlot } from '#contract/lots/photos.ts'
import type { PhotoWorkerFault, SourceKind } from '#server/platform/images/photo-worker.ts'

export type PhotoRow = {
  id: string
  vehicle_id: string
  position: number
  slot: ShotSlot
  source_name: string | null
  source_kind: SourceKind | null
  state: (typeof PHOTO_STATES)[number]
  failure: PhotoWorkerFault | null
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

/** Locks the vehicle's row to the end of the transaction: one transaction at a time orders, counts and shows its photos. */
export async function lockVehicle<T>(trx: Kysely<T>, vehicleId: string): Promise<boolean> {
  const found = await sql`select 1 from vehicle where id = ${vehicleId} for update`.execute(trx)
  return found.rows.length > 0
}

export async function photosOf<T>(db: Kysely<T>, vehicleId: string): Promise<PhotoRow[]> {
  const found = await sql<PhotoRow>`
    select ${COLUMNS} from photo where vehicle_id = ${vehicleId} order by position, id`.execute(db)
  return found.rows
}

export async function findPhoto<T>(db: Kysely<T>, id: string): Promise<PhotoRow | undefined> {
  const found = await sql<PhotoRow>`select ${COLUMNS} from photo where id = ${id}`.execute(db)
  return found.rows[0]
}

export async function findByContent<T>(db: Kysely<T>, vehicleId: string, hash: Buffer): Promise<PhotoRow | undefined> {
  const found = await sql<PhotoRow>`
    select ${COLUMNS} from photo where vehicle_id = ${vehicleId} and content_hash = ${hash}`.execute(db)
  return found.rows[0]
}

export type NewPhoto = {
  id: string
  vehicleId: string
  slot: ShotSlot
  hash: Buffer
  sourceName: string
  sourceKind: SourceKind
}

/** Adds a photo at the end of the order. */
export async function insertPhoto<T>(trx: Kysely<T>, photo: NewPhoto): Promise<void> {
  const { id, vehicleId, slot, hash, sourceName, sourceKind } = photo
  await sql`
    insert into photo (id, vehicle_id, position, slot, content_hash, source_name, source_kind, state)
    values (${id}, ${vehicleId}, coalesce((select max(position) + 1 from photo where vehicle_id = ${vehicleId}), 0),
      ${slot}, ${hash}, ${sourceName}, ${sourceKind}, 'waiting')`.execute(trx)
}

export async function setPosition<T>(trx: Kysely<T>, id: string, position: number): Promise<void> {
  await sql`update photo set position = ${position} where id = ${id} and position <> ${position}`.execute(trx)
}

export async function setSlot<T>(trx: Kysely<T>, id: string, slot: ShotSlot): Promise<void> {
  await sql`update photo set slot = ${slot} where id = ${id}`.execute(trx)
}

export async function setPins<T>(trx: Kysely<T>, id: string, pins: PhotoPin[]): Promise<void> {
  await sql`update photo set pins = ${JSON.stringify(pins)}::jsonb where id = ${id}`.execute(trx)
}

/** Processes the photo again from its original, with that rotation. */
export async function setWaiting<T>(trx: Kysely<T>, id: string, rotation: number): Promise<void> {
  await sql`
    update photo set state = 'waiting', failure = null, rotation = ${rotation}, tries = 0, claimed_until = null,
      requested_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function removePhoto<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from photo where id = ${id}`.execute(trx)
}

/** Sets what every reader sees of the vehicle's photos. */
export async function setShown<T>(trx: Kysely<T>, vehicleId: string, photos: object[]): Promise<void> {
  await sql`update vehicle set photos = ${JSON.stringify(photos)}::jsonb where id = ${vehicleId}`.execute(trx)
}
