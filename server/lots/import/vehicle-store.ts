import { sql, type Kysely } from 'kysely'
import type { Guide } from '#contract/lots/lot-entry.ts'
import type { VehicleEntry } from '#contract/lots/vehicles.ts'
import type { Money } from '#engine'
import { HOLDS_VEHICLE, IS_RELEASED, type LotOutcome } from '../entry-store.ts'
import type { ExpectedPhoto } from './read-values.ts'
import type { RowTerms } from './cells.ts'

/** The SQL that turns rows of files into vehicles and lots, many at once. */

export type KnownVehicle = {
  id: string
  key: string | null
  hash: string | null
  vin: string | null
  source: string
  stock_number: string | null
  is_released: boolean
}

/** Vehicles that rows may refer to: by key, by VIN or by number in the same list; the newest last. */
export async function knownVehicles<T>(
  trx: Kysely<T>,
  by: { keys: Buffer[]; vins: string[]; source: string; stockNumbers: string[] },
): Promise<KnownVehicle[]> {
  const found = await sql<KnownVehicle>`
    select id, encode(import_key, 'hex') as key, encode(import_hash, 'hex') as hash, vin, source,
      lower(stock_number) as stock_number, ${IS_RELEASED} as is_released
    from vehicle
    where import_key = any(${by.keys}) or vin = any(${by.vins})
      or (source = ${by.source} and lower(stock_number) = any(${by.stockNumbers}))
    order by created_at, id`.execute(trx)
  return found.rows
}

export type HeldLot = {
  id: string
  lot_number: number
  auction_id: string
  vehicle_id: string
  outcome: LotOutcome | null
  is_published: boolean
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  /** The accounts that sell it. */
  seller_ids: (string | null)[]
}

/** Locks these vehicles by ascending id to the end of the transaction: none of them is entered elsewhere meanwhile. */
export async function lockVehicles<T>(trx: Kysely<T>, vehicleIds: string[]): Promise<void> {
  await sql`select 1 from vehicle where id = any(${vehicleIds}::uuid[]) order by id for update`.execute(trx)
}

/** The lots that hold these vehicles: not ended, in negotiation or sold. */
export async function heldLotsOf<T>(trx: Kysely<T>, vehicleIds: string[]): Promise<HeldLot[]> {
  const found = await sql<HeldLot>`
    select id, outcome, lot_number, auction_id, vehicle_id, published_at is not null as is_published, opening_bid, reserve, buy_now,
      array[seller_id, (select account_id from seller where seller.id = lot.consignor_id)] as seller_ids
    from lot where vehicle_id = any(${vehicleIds}::uuid[]) and ${HOLDS_VEHICLE}`.execute(trx)
  return found.rows
}

/** A vehicle as given by a row. `key` and `hash` in hexadecimal. */
export type VehicleOfRow = {
  id: string
  entry: VehicleEntry
  key: string
  hash: string
  photos: ExpectedPhoto[]
  terms: (RowTerms & { currency: string; guide?: Guide }) | null
}

const RECORD = sql.raw(`(id uuid, year integer, make text, model text, trim text, body text, vin text, source text,
  "stockNumber" text, facts jsonb, key text, hash text, photos jsonb, terms jsonb)`)

function recordsOf(vehicles: VehicleOfRow[]): string {
  return JSON.stringify(
    vehicles.map(({ id, entry, key, hash, photos, terms }) => {
      const { year, make, model, trim, body, vin, source, stockNumber, ...facts } = entry
      return { id, year, make, model, trim, body, vin, source, stockNumber, facts, key, hash, photos, terms }
    }),
  )
}

export async function addVehicles<T>(trx: Kysely<T>, vehicles: VehicleOfRow[]): Promise<void> {
  if (vehicles.length === 0) return
  await sql`
    insert into vehicle (id, year, make, model, trim, body, vin, source, stock_number, facts, import_key, import_hash,
      expected_photos, planned_terms)
    select id, year, make, model, trim, body, vin, source, "stockNumber", facts || '{"damageMap": []}', decode(key, 'hex'),
      decode(hash, 'hex'), photos, nullif(terms, 'null')
    from jsonb_to_recordset(${recordsOf(vehicles)}::jsonb) as row ${RECORD}`.execute(trx)
}

/** Photos, the damage map and the vehicles' lots stay unchanged; titles of lots are updated. */
export async function changeVehicles<T>(trx: Kysely<T>, vehicles: VehicleOfRow[]): Promise<void> {
  if (vehicles.length === 0) return
  await sql`
    update vehicle set year = row.year, make = row.make, model = row.model, trim = row.trim, body = row.body, vin = row.vin,
      source = row.source, stock_number = row."stockNumber", facts = vehicle.facts || row.facts,
      import_key = decode(row.key, 'hex'), import_hash = decode(row.hash, 'hex'), expected_photos = row.photos,
      planned_terms = nullif(row.terms, 'null'), version = version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${recordsOf(vehicles)}::jsonb) as row ${RECORD}
    where vehicle.id = row.id`.execute(trx)
}

export type LotOfRow = {
  id: string
  vehicleId: string
  position: number
  title: string
  openingBid: Money
  reserve: Money | null
  buyNow: Money | null
  /** Null: the file names no seller. */
  consignorId: string | null
  guide: Guide | null
}

/** The account of a seller `consignorId` of a row, which may not bid on the lot. */
const SELLERS_ACCOUNT = sql`(select account_id from seller where seller.id = row."consignorId")`

async function keepSellers<T>(trx: Kysely<T>, lots: readonly Pick<LotOfRow, 'consignorId'>[]): Promise<void> {
  const ids = lots.flatMap(({ consignorId }) => consignorId ?? [])
  if (ids.length === 0) return
  // Locks the sellers' rows against changes, to the end of the transaction: their lots get the accounts that are linked now.
  await sql`select 1 from seller where id = any(${ids}::uuid[]) order by id for share`.execute(trx)
}

export async function addLots<T>(trx: Kysely<T>, auctionId: string, lots: LotOfRow[]): Promise<void> {
  if (lots.length === 0) return
  await keepSellers(trx, lots)
  await sql`
    insert into lot (id, auction_id, vehicle_id, position, title, opening_bid, reserve, buy_now, consignor_id, seller_id, guide_low,
      guide_high)
    select id, ${auctionId}, "vehicleId", position, title, "openingBid", reserve, "buyNow", "consignorId", ${SELLERS_ACCOUNT},
      (guide ->> 'low')::bigint, (guide ->> 'high')::bigint
    from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as row
      (id uuid, "vehicleId" uuid, position integer, title text, "openingBid" bigint, reserve bigint, "buyNow" bigint,
        "consignorId" uuid, guide jsonb)`.execute(trx)
}

/** Changes the terms of lots that no one can bid on yet. */
export async function changeLots<T>(trx: Kysely<T>, lots: Omit<LotOfRow, 'position' | 'vehicleId'>[]): Promise<void> {
  if (lots.length === 0) return
  await keepSellers(trx, lots)
  await sql`
    update lot set title = row.title, opening_bid = row."openingBid", reserve = row.reserve, buy_now = row."buyNow",
      consignor_id = coalesce(row."consignorId", lot.consignor_id),
      seller_id = case when row."consignorId" is null then lot.seller_id else ${SELLERS_ACCOUNT} end,
      guide_low = coalesce((row.guide ->> 'low')::bigint, lot.guide_low),
      guide_high = coalesce((row.guide ->> 'high')::bigint, lot.guide_high)
    from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as row
      (id uuid, title text, "openingBid" bigint, reserve bigint, "buyNow" bigint, "consignorId" uuid, guide jsonb)
    where lot.id = row.id and lot.published_at is null`.execute(trx)
}

/** Makes of the vehicles already here, in lower case. */
export async function makesHere<T>(db: Kysely<T>): Promise<string[]> {
  // Skips from one make to the next along an index instead of scanning all vehicles.
  const found = await sql<{ make: string }>`
    with recursive each (make) as (
      (select lower(make) from vehicle order by lower(make) limit 1)
      union all
      select (select lower(make) from vehicle where lower(make) > each.make order by lower(make) limit 1)
      from each where each.make is not null)
    select make from each where make is not null limit 5000`.execute(db)
  return found.rows.map(({ make }) => make)
}
