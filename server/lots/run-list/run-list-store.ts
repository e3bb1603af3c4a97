import { sql, type Kysely } from 'kysely'
import type { OwnCosts } from '#contract/auctions/own-costs.ts'
import type { EnteredLot, Guide } from '#contract/lots/lot-entry.ts'
import type { Money } from '#engine'
import type { Commission } from '#contract/sellers/commission.ts'
import type { LotInput } from '../create-lot.ts'
import { LOT_STATE } from '../entry-store.ts'

/** The SQL of run lists as staff edit them. */

export type EnteredLotRow = {
  id: string
  lot_number: number
  auction_id: string
  position: number
  vehicle_id: string
  title: string
  vin: string | null
  stock_number: string | null
  photo_count: number
  photos_expected: number
  is_published: boolean
  state: EnteredLot['state']
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  seller_id: string | null
  consignor_id: string | null
  commission: Commission | null
  costs: OwnCosts | null
  guide: Guide | null
}

/** For a row of `lot`. */
const GUIDE = sql`case when lot.guide_low is not null then jsonb_build_object('low', lot.guide_low, 'high', lot.guide_high) end as guide`

const COLUMNS = sql`lot.id, lot.lot_number, lot.auction_id, lot.position, lot.vehicle_id, lot.title, vehicle.vin,
  vehicle.stock_number,
  jsonb_array_length(vehicle.photos) as photo_count,
  jsonb_array_length(vehicle.expected_photos) as photos_expected, lot.published_at is not null as is_published, ${LOT_STATE} as state, lot.opening_bid,
  lot.reserve, lot.buy_now, lot.seller_id, lot.consignor_id, lot.commission, lot.costs, ${GUIDE}`

export async function runListOf<T>(db: Kysely<T>, auctionId: string): Promise<EnteredLotRow[]> {
  const found = await sql<EnteredLotRow>`
    select ${COLUMNS} from lot join vehicle on vehicle.id = lot.vehicle_id
    where lot.auction_id = ${auctionId} order by lot.position`.execute(db)
  return found.rows
}

export async function enteredLot<T>(db: Kysely<T>, id: string): Promise<EnteredLotRow | null> {
  const found = await sql<EnteredLotRow>`
    select ${COLUMNS} from lot join vehicle on vehicle.id = lot.vehicle_id where lot.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function updateTerms<T>(
  trx: Kysely<T>,
  id: string,
  terms: Required<Omit<LotInput, 'auctionId' | 'vehicleId'>>,
): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  await sql`
    update lot set opening_bid = ${terms.openingBid}, reserve = ${terms.reserve}, buy_now = ${terms.buyNow},
      seller_id = ${terms.sellerId}, consignor_id = ${terms.consignorId},
      commission = ${json(terms.commission)}::jsonb, costs = ${json(terms.costs)}::jsonb,
      guide_low = ${terms.guide?.low ?? null}, guide_high = ${terms.guide?.high ?? null}
    where id = ${id} and published_at is null`.execute(trx)
}

/** The amounts of several lots at once. Under the auction's lock. */
export async function updateAmounts<T>(
  trx: Kysely<T>,
  lots: { id: string; openingBid: Money; reserve: Money | null; guide: Guide | null }[],
): Promise<void> {
  await sql`
    update lot set opening_bid = row."openingBid", reserve = row.reserve,
      guide_low = (row.guide ->> 'low')::bigint, guide_high = (row.guide ->> 'high')::bigint
    from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as row (id uuid, "openingBid" bigint, reserve bigint, guide jsonb)
    where lot.id = row.id and lot.published_at is null`.execute(trx)
}

/** What a change of several lots replaces in their vehicles, and which of them were in a published lot. */
export async function factsBefore<T>(
  trx: Kysely<T>,
  vehicleIds: readonly string[],
): Promise<{ id: string; location: string; title_brand: string; was_published: boolean }[]> {
  // Locks the vehicles' rows by ascending id to the end of the transaction: nobody else changes them meanwhile.
  const found = await sql<{ id: string; location: string; title_brand: string; was_published: boolean }>`
    select id, facts ->> 'location' as location, facts ->> 'titleBrand' as title_brand,
      exists (select 1 from lot where lot.vehicle_id = vehicle.id and lot.published_at is not null) as was_published
    from vehicle where id = any(${[...vehicleIds]}::uuid[]) order by id for update`.execute(trx)
  return found.rows
}

/** Like a person's edit of each vehicle. What the file said of a changed fact goes. */
export async function changeFactsOf<T>(trx: Kysely<T>, vehicleIds: readonly string[], facts: object): Promise<void> {
  const changed = Object.keys(facts)
  await sql`
    update vehicle set facts = jsonb_set(facts || ${JSON.stringify(facts)}::jsonb, '{stated}',
        coalesce(facts -> 'stated', '{}') - ${changed}::text[]),
      import_hash = null, version = version + 1, updated_at = clock_timestamp()
    where id = any(${[...vehicleIds]}::uuid[])`.execute(trx)
}

export async function deleteLot<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from lot where id = ${id} and published_at is null`.execute(trx)
}

/** Assigns positions to lots in two steps: no position is ever taken twice, not even in between. Under the auction's lock. */
export async function setPositions<T>(trx: Kysely<T>, lots: { id: string; position: number }[]): Promise<void> {
  const far = 1_000_000
  for (const offset of [far, 0]) {
    await sql`
      update lot set position = row.position + ${offset}
      from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as row (id uuid, position integer)
      where lot.id = row.id and lot.published_at is null`.execute(trx)
  }
}

/** Moves the unpublished lots up behind the published ones, in their order, where lots were removed. Under the auction's lock. */
export async function closeGaps<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  const lots = await runListOf(trx, auctionId)
  const last = Math.max(0, ...lots.filter((lot) => lot.is_published).map(({ position }) => position))
  const open = lots.filter((lot) => !lot.is_published)
  await setPositions(
    trx,
    open.map(({ id }, index) => ({ id, position: last + index + 1 })),
  )
}

/** The name of a vehicle's first photo, null if it has none; undefined for a vehicle that is not in the auction. */
export async function heroOfVehicle<T>(
  db: Kysely<T>,
  auctionId: string,
  vehicleId: string,
): Promise<{ name: string | null } | undefined> {
  const found = await sql<{ name: string | null }>`
    select vehicle.photos -> 0 ->> 'name' as name from lot join vehicle on vehicle.id = lot.vehicle_id
    where lot.auction_id = ${auctionId} and vehicle.id = ${vehicleId}`.execute(db)
  return found.rows[0]
}

/** The newest lot of a vehicle. */
export type LastLot = {
  vehicle_id: string
  lot_number: number
  currency: string
  seller_id: string | null
  consignor_id: string | null
  commission: Commission | null
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  costs: OwnCosts | null
  guide: Guide | null
}

export async function lastLotsOf<T>(db: Kysely<T>, vehicleIds: readonly string[]): Promise<LastLot[]> {
  const found = await sql<LastLot>`
    select distinct on (lot.vehicle_id) lot.vehicle_id, lot.lot_number, auction.currency, lot.seller_id, lot.consignor_id, lot.commission,
      lot.opening_bid, lot.reserve, lot.buy_now, lot.costs, ${GUIDE}
    from lot join auction on auction.id = lot.auction_id where lot.vehicle_id = any(${[...vehicleIds]}::uuid[])
    order by lot.vehicle_id, lot.id desc`.execute(db)
  return found.rows
}

/** Empties the run list of a draft; returns the vehicles that were in it. An import into it stays, without its auction. */
export async function deleteDraftLots<T>(trx: Kysely<T>, auctionId: string): Promise<string[]> {
  const gone = await sql<{ vehicle_id: string }>`
    delete from lot where auction_id = ${auctionId} and published_at is null returning vehicle_id`.execute(trx)
  await sql`update vehicle_import set auction_id = null where auction_id = ${auctionId}`.execute(trx)
  return gone.rows.map(({ vehicle_id: id }) => id)
}
