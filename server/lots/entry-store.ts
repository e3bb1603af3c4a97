import { sql, type Kysely } from 'kysely'
import type { LOT_STATES } from '#contract/lots/vehicles.ts'
import { newId } from '#server/platform/id.ts'
import type { Schedule } from './terms.ts'
import type { NewLot, NewVehicle, StoredPhoto, UnpublishedLot, VehicleRow } from './store.ts'

/** The SQL of entering, publishing and ending lots; reading them is in `store.ts`. */

export async function insertVehicle<T>(trx: Kysely<T>, vehicle: NewVehicle): Promise<void> {
  const { id, year, make, model, trim, body, vin, facts, photos, source, stock_number: stockNumber } = vehicle
  await sql`
    insert into vehicle (id, year, make, model, trim, body, vin, facts, photos, source, stock_number)
    values (${id}, ${year}, ${make}, ${model}, ${trim}, ${body}, ${vin}, ${JSON.stringify(facts)}, ${JSON.stringify(photos)},
      ${source}, ${stockNumber})`.execute(trx)
  if (vehicle.photos.length > 0) await insertReadyMade(trx, vehicle.id, vehicle.photos)
}

/** Pictures already in the photo storage, as photos of the vehicle. */
async function insertReadyMade<T>(trx: Kysely<T>, vehicleId: string, photos: StoredPhoto[]): Promise<void> {
  const rows = photos.map(
    ({ name, view, width, height, placeholder = null }, position) =>
      sql`(${newId()}, ${vehicleId}, ${position}, ${view}, 'ready', ${name}, ${width}, ${height}, ${placeholder})`,
  )
  await sql`
    insert into photo (id, vehicle_id, position, slot, state, shown_name, width, height, placeholder)
    values ${sql.join(rows)}`.execute(trx)
}

export async function insertLot<T>(trx: Kysely<T>, lot: NewLot & { position: number }): Promise<void> {
  const { id, auction_id: auctionId, vehicle_id: vehicleId, position, title, seller_id: sellerId, reserve } = lot
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  await sql`
    insert into lot (id, auction_id, vehicle_id, position, title, seller_id, opening_bid, reserve, buy_now, consignor_id, commission,
      costs, guide_low, guide_high)
    values (${id}, ${auctionId}, ${vehicleId}, ${position}, ${title}, ${sellerId}, ${lot.opening_bid}, ${reserve},
      ${lot.buy_now}, ${lot.consignor_id}, ${json(lot.commission)}::jsonb, ${json(lot.costs)}::jsonb, ${lot.guide_low},
      ${lot.guide_high})`.execute(trx)
}

/** Locks the vehicle's row to the end of the transaction: if two lots are entered for it concurrently, the second sees the first. */
export async function lockVehicleName<T>(trx: Kysely<T>, vehicleId: string): Promise<VehicleName | undefined> {
  const found = await sql<VehicleName>`
    select year, make, model, trim, ${IS_RELEASED} as is_released from vehicle where id = ${vehicleId} for update`.execute(
    trx,
  )
  return found.rows[0]
}

type VehicleName = Pick<VehicleRow, 'year' | 'make' | 'model' | 'trim'> & { is_released: boolean }

/** The lot that holds this vehicle: one that has not ended, is in negotiation or was sold. Under the vehicle's lock. */
export async function holderOf<T>(trx: Kysely<T>, vehicleId: string): Promise<Holder | undefined> {
  const found = await sql<Holder>`
    select lot_number, outcome from lot where vehicle_id = ${vehicleId} and ${HOLDS_VEHICLE} limit 1`.execute(trx)
  return found.rows[0]
}

/** For a row of `vehicle`: it left the yard and did not come back. */
export const IS_RELEASED = sql<boolean>`coalesce((
  select kind = 'released' from vehicle_event where vehicle_id = vehicle.id order by at desc, id desc limit 1), false)`

export type LotOutcome = 'sold' | 'reserve-not-met' | 'passed' | 'withdrawn'
export type Holder = { lot_number: number; outcome: LotOutcome | null }

/** For a row of `lot`: its vehicle can't be entered again. A lot that passed or was withdrawn releases it. */
export const HOLDS_VEHICLE = sql<boolean>`(lot.closed_at is null or lot.outcome in ('sold', 'reserve-not-met')) is true`

/** For a row of `lot`: its state, as in LOT_STATES of `contract/lots/vehicles.ts`. */
export const LOT_STATE = sql<(typeof LOT_STATES)[number]>`case
  when lot.closed_at is null then case when lot.published_at is null then 'entered' else 'published' end
  when lot.outcome = 'reserve-not-met' then 'negotiating'
  else coalesce(lot.outcome, 'passed') end`

/** The last position taken in a run list; 0 while it is empty. Under the auction's lock. */
export async function lastPosition<T>(trx: Kysely<T>, auctionId: string): Promise<number> {
  const found = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from lot where auction_id = ${auctionId}`.execute(trx)
  return found.rows[0]!.last
}

export async function lockUnpublished<T>(trx: Kysely<T>, auctionId: string): Promise<UnpublishedLot[]> {
  // Locks the lots to the end of the transaction: none gets another seller's account between this reading and its standing.
  const found = await sql<UnpublishedLot>`
    select id, auction_id, vehicle_id, position, title, seller_id, opening_bid, reserve, buy_now, consignor_id, commission,
      costs, guide_low, guide_high
    from lot where auction_id = ${auctionId} and published_at is null order by position for no key update`.execute(trx)
  return found.rows
}

export async function setPublished<T>(
  trx: Kysely<T>,
  lotId: string,
  schedule: Schedule,
  costTermsId: number,
): Promise<void> {
  const { opensAt, scheduledCloseAt, dueAt } = schedule
  await sql`
    update lot set published_at = clock_timestamp(), cost_terms_id = ${costTermsId}, due_at = ${new Date(dueAt)},
      fixed_commission = coalesce(commission, (select seller.commission from seller where seller.id = lot.consignor_id)),
      opens_at = ${opensAt === null ? null : new Date(opensAt)},
      scheduled_close_at = ${scheduledCloseAt === null ? null : new Date(scheduledCloseAt)}
    where id = ${lotId}`.execute(trx)
}

/** How many lots of an auction are published, and the last planned end in ms (null if none has one). */
export async function countPublished<T>(
  trx: Kysely<T>,
  auctionId: string,
): Promise<{ lotCount: number; endsAt: number | null }> {
  const found = await sql<{ lotCount: number; endsAt: number | null }>`
    select count(*) as "lotCount", max(scheduled_close_at) as "endsAt"
    from lot where auction_id = ${auctionId} and published_at is not null`.execute(trx)
  return found.rows[0]!
}

/** Records a lot's end, once: a repeat changes nothing. */
export async function setClosed<T>(trx: Kysely<T>, lotId: string, at: number): Promise<void> {
  await sql`update lot set closed_at = ${new Date(at)} where id = ${lotId} and closed_at is null`.execute(trx)
}

/**
 * Records the outcome of a lot. Topics may arrive in any order, so the later outcome in a lot's life stays: a negotiation ends sold or
 * passed, and a sale can be undone after that.
 */
export async function setOutcome<T>(trx: Kysely<T>, lotId: string, outcome: LotOutcome): Promise<void> {
  const order = sql`array['reserve-not-met', 'passed', 'sold', 'withdrawn']`
  await sql`
    update lot set outcome = ${outcome} where id = ${lotId}
      and (outcome is null or array_position(${order}, outcome) < array_position(${order}, ${outcome}::text))`.execute(
    trx,
  )
}

/** When the last of an auction's lots ended, in ms; null until all have ended. */
export async function lastClose<T>(trx: Kysely<T>, auctionId: string): Promise<number | null> {
  const found = await sql<{ last: number | null }>`
    select case when bool_and(closed_at is not null) then max(closed_at) end as last
    from lot where auction_id = ${auctionId} and published_at is not null`.execute(trx)
  return found.rows[0]!.last
}
