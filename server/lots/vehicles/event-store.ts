import { sql, type Kysely } from 'kysely'
import type { VehicleEvent, VehicleHistory } from '#contract/lots/vehicle-events.ts'
import type { VehicleState } from '#contract/lots/vehicles.ts'
import { HOLDS_VEHICLE, LOT_STATE } from '../entry-store.ts'

/** The SQL of what staff record of vehicles, and of the states derived from it. */

/** For a row `v` of `vehicle`: the lot that determines its state: the one that holds it, else its newest. */
export const STATE_LOT = sql`lot where lot.vehicle_id = v.id
  order by ${HOLDS_VEHICLE} desc, lot.created_at desc, lot.id desc limit 1`

/** For a row `v` of `vehicle`: its newest event. */
export const LAST_EVENT = sql`vehicle_event where vehicle_id = v.id order by at desc, id desc limit 1`

/**
 * For a row `v` of `vehicle`: the one place where its state is derived. A release ends it, because only a vehicle that no lot offers can
 * leave; a lot that offers it, or sold it, says the rest; and between lots what was recorded since the last one.
 */
export const VEHICLE_STATE = sql<VehicleState>`(
  select case
    when event.kind = 'released' then 'released'
    when of_lot.state in ('entered', 'published') then 'in-auction'
    when of_lot.state in ('negotiating', 'sold') then of_lot.state
    when event.kind is not null and event.at > coalesce(of_lot.closed_at, '-infinity') then event.kind
    else coalesce(of_lot.state, 'in-stock') end
  from (select 1) as one
    left join lateral (select kind, at from ${LAST_EVENT}) as event on true
    left join lateral (select ${LOT_STATE} as state, lot.closed_at from ${STATE_LOT}) as of_lot on true)`

export type HeldState = {
  id: string
  state: VehicleState
  lot_id: string | null
  lot_number: number | null
  last: VehicleEvent | null
}

/** The states of vehicles, locked. `last`: the event recorded last, if no lot of the vehicle ended since. */
export async function lockStates<T>(trx: Kysely<T>, vehicleIds: readonly string[]): Promise<HeldState[]> {
  // Locks the vehicles' rows by ascending id to the end of the transaction: of two people who record the same, the second sees the first.
  await sql`select 1 from vehicle where id = any(${[...vehicleIds]}::uuid[]) order by id for update`.execute(trx)
  const found = await sql<HeldState>`
    select v.id, ${VEHICLE_STATE} as state, (select lot.id from ${STATE_LOT}) as lot_id,
      (select lot.lot_number from ${STATE_LOT}) as lot_number,
      (select kind from vehicle_event e where e.vehicle_id = v.id
        and not exists (select 1 from lot where lot.vehicle_id = v.id and lot.closed_at > e.at)
        order by e.at desc, e.id desc limit 1) as last
    from vehicle v where v.id = any(${[...vehicleIds]}::uuid[])`.execute(trx)
  return found.rows
}

/** The state of a lot's vehicle, locked; null: the lot has none. */
export async function lockStateOfLot<T>(trx: Kysely<T>, lotId: string): Promise<HeldState | null> {
  const found = await sql<{ vehicle_id: string }>`
    select vehicle_id from lot where id = ${lotId} and vehicle_id is not null`.execute(trx)
  const [held] = await lockStates(
    trx,
    found.rows.map((row) => row.vehicle_id),
  )
  return held ?? null
}

export async function insertEvent<T>(
  trx: Kysely<T>,
  event: { id: string; vehicleId: string; kind: VehicleEvent; actorId: string; note: string },
): Promise<void> {
  await sql`
    insert into vehicle_event (id, vehicle_id, kind, actor_id, note)
    values (${event.id}, ${event.vehicleId}, ${event.kind}, ${event.actorId}, ${event.note})`.execute(trx)
}

type HistoryRow = {
  at: number
  what: VehicleHistory['items'][number]['what']
  actor_id: string | null
  note: string
  lot: { lotNumber: number; auctionTitle: string } | null
}

/** What happened to a vehicle, oldest first; none: there is no such vehicle. */
export async function historyRows<T>(db: Kysely<T>, vehicleId: string): Promise<HistoryRow[]> {
  const found = await sql<HistoryRow>`
    select created_at as at, 'added' as what, null::uuid as actor_id, '' as note, null::jsonb as lot
    from vehicle where id = ${vehicleId}
    union all
    select at, kind, actor_id, note, null from vehicle_event where vehicle_id = ${vehicleId}
    union all
    select step.at, step.what, null, '',
      jsonb_build_object('lotNumber', lot.lot_number, 'auctionTitle', auction.title)
    from lot join auction on auction.id = lot.auction_id
      cross join lateral (values (lot.created_at, 'entered'), (lot.published_at, 'published'),
        (lot.closed_at, ${LOT_STATE})) as step (at, what)
    where lot.vehicle_id = ${vehicleId} and step.at is not null
    order by at, what`.execute(db)
  return found.rows
}
