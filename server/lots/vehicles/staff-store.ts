import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  ENTERABLE_STATES,
  type StaffVehicle,
  type VEHICLE_SHOWS,
  type VehicleEntry,
  type VehicleLine,
} from '#contract/vehicles.ts'
import { CORRECTIONS_OF_VEHICLE } from '../corrections/store.ts'
import { HOLDS_VEHICLE, LOT_STATE } from '../entry-store.ts'
import type { VehicleFacts } from '../store.ts'

/** The SQL of the vehicles that staff look after. */

export type StaffVehicleRow = {
  id: string
  year: number
  make: string
  model: string
  trim: string | null
  body: string
  vin: string | null
  facts: VehicleFacts
  source: string
  stock_number: string | null
  version: number
  photo_count: number
  photos_expected: number
  created_at: number
  updated_at: number
  planned_terms: StaffVehicle['plannedTerms']
  state: StaffVehicle['state']
  lots: StaffVehicle['lots']
  corrections: StaffVehicle['corrections']
}

/** The lot from which a vehicle's state is read: the one that holds it, else its newest. */
const STATE_LOT = sql`lot where lot.vehicle_id = v.id
  order by ${HOLDS_VEHICLE} desc, lot.created_at desc, lot.id desc limit 1`

const STATE = sql`coalesce((
  select case ${LOT_STATE} when 'entered' then 'in-auction' when 'published' then 'in-auction' else ${LOT_STATE} end
  from ${STATE_LOT}), 'in-stock')`

const COLUMNS = sql`v.id, v.year, v.make, v.model, v.trim, v.body, v.vin, v.facts, v.source, v.stock_number, v.version,
  jsonb_array_length(v.photos) as photo_count, jsonb_array_length(v.expected_photos) as photos_expected, v.created_at,
  v.updated_at, v.planned_terms, ${STATE} as state`

const LOTS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('lotId', lot.id, 'lotNumber', lot.lot_number, 'auctionId', lot.auction_id,
      'auctionTitle', auction.title,
      'state', ${LOT_STATE})
    order by lot.created_at desc, lot.id desc)
  from lot join auction on auction.id = lot.auction_id where lot.vehicle_id = v.id), '[]') as lots`

export async function vehicleById<T>(db: Kysely<T>, id: string): Promise<StaffVehicleRow | null> {
  const found = await sql<StaffVehicleRow>`select ${COLUMNS}, ${LOTS}, ${CORRECTIONS_OF_VEHICLE} as corrections
    from vehicle v where v.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the vehicle's row to the end of the transaction: of two changes of one version the second sees the first. */
export async function lockVehicle<T>(trx: Kysely<T>, id: string): Promise<StaffVehicleRow | null> {
  await sql`select 1 from vehicle where id = ${id} for update`.execute(trx)
  return vehicleById(trx, id)
}

/** Writes what a person says of a vehicle; from now on no file overwrites it. Lots that have not ended are called by its new name. */
export async function updateVehicle<T>(trx: Kysely<T>, id: string, entry: VehicleEntry, title: string): Promise<void> {
  const { year, make, model, trim, body, vin, source, stockNumber, ...facts } = entry
  await sql`
    update vehicle set year = ${year}, make = ${make}, model = ${model}, trim = ${trim}, body = ${body}, vin = ${vin},
      source = ${source}, stock_number = ${stockNumber}, facts = facts || ${JSON.stringify(facts)}::jsonb, import_hash = null,
      version = version + 1, updated_at = clock_timestamp()
    where id = ${id}`.execute(trx)
  await sql`update lot set title = ${title} where vehicle_id = ${id} and closed_at is null`.execute(trx)
}

/** Another vehicle of that list has that number. */
export async function hasStockNumber<T>(
  trx: Kysely<T>,
  { source, stockNumber }: Pick<VehicleEntry, 'source' | 'stockNumber'>,
  but: string,
): Promise<boolean> {
  if (stockNumber === null) return false
  const found = await sql`
    select 1 from vehicle where source = ${source} and lower(stock_number) = ${stockNumber.toLowerCase()} and id <> ${but}`.execute(
    trx,
  )
  return found.rows.length > 0
}

export async function vehiclesWithVin<T>(
  db: Kysely<T>,
  vin: string,
): Promise<{ id: string; year: number; make: string; model: string; trim: string | null; created_at: number }[]> {
  const found = await sql<{
    id: string
    year: number
    make: string
    model: string
    trim: string | null
    created_at: number
  }>`select id, year, make, model, trim, created_at from vehicle where vin = ${vin} order by created_at desc limit 10`.execute(
    db,
  )
  return found.rows
}

export type VehicleFilter = {
  q?: string | undefined
  show?: (typeof VEHICLE_SHOWS)[number] | undefined
  body?: string | undefined
  titleBrand?: string | undefined
  sort?: 'newest' | 'oldest' | 'make' | 'year' | undefined
}

export type VehicleLineRow = Omit<
  StaffVehicleRow,
  'lots' | 'corrections' | 'planned_terms' | 'source' | 'version' | 'updated_at'
> & {
  lot_number: number | null
  open_lot: VehicleLine['openLot']
  key: string
}

const ENTERED = sql`to_char(v.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`

/** What a list is sorted by, as text that sorts so; instants to the microsecond. */
const SORTS = {
  newest: { key: ENTERED, order: sql`desc`, than: sql`<` },
  oldest: { key: ENTERED, order: sql`asc`, than: sql`>` },
  make: { key: sql`lower(v.make) || ' ' || lower(v.model)`, order: sql`asc`, than: sql`>` },
  year: { key: sql`v.year::text`, order: sql`desc`, than: sql`<` },
}

/** A page of vehicles after the one with that key and id. */
export async function vehiclesBy<T>(
  db: Kysely<T>,
  filter: VehicleFilter,
  after: { key: string; id: string } | null,
  limit: number,
): Promise<VehicleLineRow[]> {
  const { key, order, than } = SORTS[filter.sort ?? 'newest']
  // By bytes, so that the database compares keys as it sorts them.
  const sorted = sql`(${key}) collate "C"`
  const from = after === null ? sql`true` : sql`(${sorted}, v.id) ${than} (${after.key}, ${after.id}::uuid)`
  const found = await sql<VehicleLineRow>`
    select v.id, v.year, v.make, v.model, v.trim, v.body, v.vin, v.facts, v.stock_number, v.created_at,
      jsonb_array_length(v.photos) as photo_count, ${STATE} as state,
      (select lot.lot_number from ${STATE_LOT}) as lot_number, ${sorted} as key,
      (select jsonb_build_object('lotId', lot.id, 'lotNumber', lot.lot_number, 'auctionId', lot.auction_id,
          'isPublished', lot.published_at is not null)
        from lot where lot.vehicle_id = v.id and lot.closed_at is null order by lot.created_at limit 1) as open_lot
    from vehicle v where ${from} and ${matches(filter)}
    order by ${sorted} ${order}, v.id ${order} limit ${limit}`.execute(db)
  return found.rows
}

export async function countVehicles<T>(db: Kysely<T>, filter: VehicleFilter): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from vehicle v where ${matches(filter)}`.execute(db)
  return found.rows[0]?.count ?? 0
}

function matches({ q = '', show = 'all', body, titleBrand }: VehicleFilter): RawBuilder<boolean> {
  const isOpen = sql`exists (select 1 from lot where lot.vehicle_id = v.id and lot.closed_at is null)`
  const conditions = [
    ...wordsOf(q).map(
      (word) =>
        sql`concat_ws(' ', v.year, v.make, v.model, v.trim, v.vin, v.stock_number, v.source) ilike ${`%${word}%`}`,
    ),
    ...(show === 'all' ? [] : [show === 'offered' ? isOpen : isInState(show)]),
    ...(body === undefined ? [] : [sql`v.body = ${body}`]),
    ...(titleBrand === undefined ? [] : [sql`v.facts ->> 'titleBrand' = ${titleBrand}`]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function isInState(show: Exclude<VehicleFilter['show'], 'all' | 'offered' | undefined>): RawBuilder<boolean> {
  const states: readonly string[] = show === 'unoffered' ? ENTERABLE_STATES : [show]
  return sql<boolean>`${STATE} = any(${states}::text[])`
}

/** The words of a search; more than eight narrow nothing down. `%`, `_` and `\` stand for themselves. */
function wordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8)
  return words.map((word) => word.replace(/[\\%_]/g, String.raw`\$&`))
}
