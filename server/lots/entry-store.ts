import { sql, type Kysely } from 'kysely'
import type { LOT_STATES } from '#contract/vehicles.ts'
import { newId } from '#server/platform/id.ts'
import type { Schedule } from './terms.ts'
import {
  tables,
  type NewLot,
  type NewVehicle,
  type StoredPhoto,
  type UnpublishedLot,
  type VehicleRow,
} from './store.ts'

/** The SQL of entering, publishing and ending lots; reading them is in `store.ts`. */

export async function insertVehicle<T>(trx: Kysely<T>, vehicle: NewVehicle): Promise<void> {
  const row = { ...vehicle, facts: JSON.stringify(vehicle.facts), photos: JSON.stringify(vehicle.photos) }
  await tables(trx).insertInto('vehicle').values(row).execute()
  if (vehicle.photos.length > 0) await insertReadyMade(trx, vehicle.id, vehicle.photos)
}

/** Pictures that are in the photo storage already, as photographs of the vehicle. */
async function insertReadyMade<T>(trx: Kysely<T>, vehicleId: string, photos: StoredPhoto[]): Promise<void> {
  const rows = photos.map(
    ({ name, view, width, height, placeholder = null }, position) =>
      sql`(${newId()}, ${vehicleId}, ${position}, ${view}, 'ready', ${name}, ${width}, ${height}, ${placeholder})`,
  )
  await sql`
    insert into photograph (id, vehicle_id, position, slot, state, shown_name, width, height, placeholder)
    values ${sql.join(rows)}`.execute(trx)
}

export async function insertLot<T>(trx: Kysely<T>, lot: NewLot & { position: number }): Promise<void> {
  await tables(trx).insertInto('lot').values(lot).execute()
}

/** Locks the vehicle's row to the end of the transaction: of two lots entered for it at once, the second sees the first. */
export async function lockVehicleName<T>(
  trx: Kysely<T>,
  vehicleId: string,
): Promise<Pick<VehicleRow, 'year' | 'make' | 'model' | 'trim'> | undefined> {
  return tables(trx)
    .selectFrom('vehicle')
    .select(['year', 'make', 'model', 'trim'])
    .where('id', '=', vehicleId)
    .forUpdate()
    .executeTakeFirst()
}

/** The lot that holds this vehicle: one that has not ended, is negotiated or was sold. Under the vehicle's lock. */
export async function holderOf<T>(trx: Kysely<T>, vehicleId: string): Promise<Holder | undefined> {
  const found = await sql<Holder>`
    select lot_number, outcome from lot where vehicle_id = ${vehicleId} and ${HOLDS_VEHICLE} limit 1`.execute(trx)
  return found.rows[0]
}

export type LotOutcome = 'sold' | 'reserve-not-met' | 'passed' | 'withdrawn'
export type Holder = { lot_number: number; outcome: LotOutcome | null }

/** Of a row of `lot`: its vehicle cannot be entered again. A lot that passed or was withdrawn lets go of it. */
export const HOLDS_VEHICLE = sql<boolean>`(lot.closed_at is null or lot.outcome in ('sold', 'reserve-not-met')) is true`

/** Of a row of `lot`: where it stands, in the words of `contract/vehicles.ts` LOT_STATES. */
export const LOT_STATE = sql<(typeof LOT_STATES)[number]>`case
  when lot.closed_at is null then case when lot.published_at is null then 'entered' else 'published' end
  when lot.outcome = 'reserve-not-met' then 'negotiating'
  else coalesce(lot.outcome, 'passed') end`

/** The last position taken in a run list; 0 while it is empty. Under the sale's lock. */
export async function lastPosition<T>(trx: Kysely<T>, auctionId: string): Promise<number> {
  const row = await tables(trx)
    .selectFrom('lot')
    .select((is) => is.fn.max('position').as('last'))
    .where('auction_id', '=', auctionId)
    .executeTakeFirst()
  return row?.last ?? 0
}

export async function selectUnpublished<T>(trx: Kysely<T>, auctionId: string): Promise<UnpublishedLot[]> {
  return tables(trx)
    .selectFrom('lot')
    .select(['id', 'auction_id', 'vehicle_id', 'position', 'title', 'seller_id', 'opening_bid', 'reserve', 'buy_now'])
    .where('auction_id', '=', auctionId)
    .where('published_at', 'is', null)
    .orderBy('position')
    .execute()
}

export async function setPublished<T>(
  trx: Kysely<T>,
  lotId: string,
  schedule: Schedule,
  costTermsId: number,
): Promise<void> {
  const { opensAt, scheduledCloseAt, dueAt } = schedule
  await tables(trx)
    .updateTable('lot')
    .set({
      opens_at: opensAt === null ? null : new Date(opensAt),
      scheduled_close_at: scheduledCloseAt === null ? null : new Date(scheduledCloseAt),
      due_at: new Date(dueAt),
      published_at: sql`clock_timestamp()`,
      cost_terms_id: costTermsId,
    })
    .where('id', '=', lotId)
    .execute()
}

/** How many lots of a sale are published, and the last planned end in ms (null where none has one). */
export async function countPublished<T>(
  trx: Kysely<T>,
  auctionId: string,
): Promise<{ lotCount: number; endsAt: number | null }> {
  const row = await tables(trx)
    .selectFrom('lot')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.max('scheduled_close_at').as('last')])
    .where('auction_id', '=', auctionId)
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { lotCount: row.count, endsAt: row.last }
}

/** Notes a lot's end, once: told again, it stays. */
export async function setClosed<T>(trx: Kysely<T>, lotId: string, at: number): Promise<void> {
  await tables(trx)
    .updateTable('lot')
    .set({ closed_at: new Date(at) })
    .where('id', '=', lotId)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Notes what a lot came to. Topics do not wait for each other, so what was said later in the life of a lot stays: a negotiation ends sold
 * or passed, and a sale can be undone after that.
 */
export async function setOutcome<T>(trx: Kysely<T>, lotId: string, outcome: LotOutcome): Promise<void> {
  const order = sql`array['reserve-not-met', 'passed', 'sold', 'withdrawn']`
  await sql`
    update lot set outcome = ${outcome} where id = ${lotId}
      and (outcome is null or array_position(${order}, outcome) < array_position(${order}, ${outcome}::text))`.execute(
    trx,
  )
}

/** When the last of a sale's lots ended, in ms; null while one has not. */
export async function lastClose<T>(trx: Kysely<T>, auctionId: string): Promise<number | null> {
  const row = await tables(trx)
    .selectFrom('lot')
    .select((is) => [is.fn.max('closed_at').as('last'), sql<boolean>`bool_and(closed_at is not null)`.as('all')])
    .where('auction_id', '=', auctionId)
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.all ? row.last : null
}
