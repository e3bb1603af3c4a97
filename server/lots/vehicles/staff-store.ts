import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  type StaffVehicle,
  type VehicleEntry,
  type VehicleLine,
  type VehicleState,
  type listVehicles,
} from '#contract/lots/vehicles.ts'
import type { FilterOf } from '#contract/platform/admin-list.ts'
import { hasWords } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { CORRECTIONS_OF_VEHICLE } from '../corrections/store.ts'
import { HOLDS_VEHICLE, LOT_STATE } from '../entry-store.ts'
import type { VehicleRow } from '../store.ts'
import { LAST_EVENT, STATE_LOT, VEHICLE_STATE } from './event-store.ts'

/** The SQL of vehicles as staff manage them. */

export type StaffVehicleRow = Omit<VehicleRow, 'photos'> & {
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

const COLUMNS = sql`v.id, v.year, v.make, v.model, v.trim, v.body, v.vin, v.facts, v.source, v.stock_number, v.version,
  jsonb_array_length(v.photos) as photo_count, jsonb_array_length(v.expected_photos) as photos_expected, v.created_at,
  v.updated_at, v.planned_terms, ${VEHICLE_STATE} as state`

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

/** Locks the vehicle's row to the end of the transaction: of two changes to one version, the second sees the first. */
export async function lockVehicle<T>(trx: Kysely<T>, id: string): Promise<StaffVehicleRow | null> {
  await sql`select 1 from vehicle where id = ${id} for update`.execute(trx)
  return vehicleById(trx, id)
}

/** Writes a person's edits of a vehicle; from now on no file overwrites it. Lots that have not ended take its new name. */
export async function updateVehicle<T>(trx: Kysely<T>, id: string, entry: VehicleEntry, title: string): Promise<void> {
  const { year, make, model, trim, body, vin, source, stockNumber, ...facts } = entry
  await sql`
    update vehicle set year = ${year}, make = ${make}, model = ${model}, trim = ${trim}, body = ${body}, vin = ${vin},
      source = ${source}, stock_number = ${stockNumber}, facts = facts || ${JSON.stringify(facts)}::jsonb, import_hash = null,
      version = version + 1, updated_at = clock_timestamp()
    where id = ${id}`.execute(trx)
  await sql`update lot set title = ${title} where vehicle_id = ${id} and closed_at is null`.execute(trx)
}

/** Whether another vehicle of that list has that number. */
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

type VehicleFilter = FilterOf<typeof listVehicles>

export type VehicleLineRow = Omit<
  StaffVehicleRow,
  'lots' | 'corrections' | 'planned_terms' | 'source' | 'version' | 'updated_at'
> & {
  lot_number: number | null
  open_lot: VehicleLine['openLot']
}

export const VEHICLE_LIST: ListSql<typeof listVehicles> = {
  columns: sql`v.id, v.year, v.make, v.model, v.trim, v.body, v.vin, v.facts, v.stock_number, v.created_at,
    jsonb_array_length(v.photos) as photo_count, ${VEHICLE_STATE} as state,
    (select lot.lot_number from ${STATE_LOT}) as lot_number,
    (select jsonb_build_object('lotId', lot.id, 'lotNumber', lot.lot_number, 'auctionId', lot.auction_id,
        'isPublished', lot.published_at is not null)
      from lot where lot.vehicle_id = v.id and lot.closed_at is null order by lot.created_at limit 1) as open_lot`,
  from: sql.raw('vehicle v'),
  id: 'v.id',
  sorts: { added: 'v.created_at', vehicle: `lower(v.make) || ' ' || lower(v.model)`, year: 'v.year' },
  filled: ['added', 'vehicle', 'year'],
  where: matches,
  ids: (filter) => (hasWords(filter) ? sql`select v.id from vehicle v where ${matches(filter)}` : null),
}

/** In these words, for the index of migration 0045. */
const SEARCHED = sql.raw(`(v.year::text || ' ' || v.make || ' ' || v.model || ' ' || coalesce(v.trim, '') || ' ' ||
  coalesce(v.vin, '') || ' ' || coalesce(v.stock_number, '') || ' ' || v.source)`)

function matches({ q = '', show = 'all', body, titleBrand }: VehicleFilter): RawBuilder<boolean> {
  const conditions = [
    ...wordsOf(q).map((word) => sql`${SEARCHED} ilike ${`%${word}%`}`),
    ...(show === 'all' ? [] : [SHOWN[show]]),
    ...(body === undefined ? [] : [sql`v.body = ${body}`]),
    ...(titleBrand === undefined ? [] : [sql`v.facts ->> 'titleBrand' = ${titleBrand}`]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const hasLot = (which: RawBuilder<unknown>) => sql`exists (select 1 from lot where lot.vehicle_id = v.id and ${which})`
const hasEvent = (which: RawBuilder<unknown>) =>
  sql`exists (select 1 from vehicle_event where vehicle_id = v.id and ${which})`
const IS_OPEN = hasLot(sql`lot.closed_at is null`)
const IS_FREE = sql`not ${hasLot(HOLDS_VEHICLE)}`
const LAST_EVENT_KIND = sql`(select kind from ${LAST_EVENT})`

/** With what follows from each state, because the state itself is derived vehicle by vehicle, and this is answered for all at once. */
const SHOWN: Record<Exclude<NonNullable<VehicleFilter['show']>, 'all'>, RawBuilder<unknown>> = {
  offered: IS_OPEN,
  unoffered: sql`${IS_FREE} and ${LAST_EVENT_KIND} is distinct from 'released'`,
  'in-auction': sql`${IS_OPEN} and ${isInState('in-auction')}`,
  negotiating: sql`${hasLot(sql`lot.outcome = 'reserve-not-met'`)} and ${isInState('negotiating')}`,
  sold: isInState('sold'),
  'in-stock': sql`v.is_in_stock`,
  arrived: sql`${IS_FREE} and ${hasEvent(sql`kind = 'arrived'`)} and ${isInState('arrived')}`,
  ready: sql`${IS_FREE} and ${hasEvent(sql`kind = 'ready'`)} and ${isInState('ready')}`,
  passed: sql`${IS_FREE} and ${isInState('passed')}`,
  withdrawn: sql`${IS_FREE} and ${hasLot(sql`lot.outcome = 'withdrawn'`)} and ${isInState('withdrawn')}`,
  released: sql`${hasEvent(sql`kind = 'released'`)} and ${isInState('released')}`,
}

function isInState(state: VehicleState): RawBuilder<boolean> {
  return sql<boolean>`${VEHICLE_STATE} = ${state}`
}

/** The words of a search; only the first eight count. `%`, `_` and `\` are escaped. */
function wordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8)
  return words.map((word) => word.replace(/[\\%_]/g, String.raw`\$&`))
}
