import { sql, type Kysely } from 'kysely'
import { NOW_MS } from '#server/platform/database/database-clock.ts'

/** A halt that is in force or whose lots are not all resumed yet. */
export type OpenHalt = {
  id: string
  auction_id: string | null
  reason: string
  started_by: string
  lifted_by: string | null
  lift_reason: string | null
}

/** How many lots one round pauses or resumes. */
export const ROUND = 500
/** Any action in progress when a halt was lifted has long ended by then. */
const SETTLED_AFTER = sql.raw(`interval '1 minute'`)
const HALT = sql.raw('id, auction_id, reason, started_by, lifted_by, lift_reason')

/** Null where a halt is already in force for that auction, or for all auctions. */
export async function insertHalt<T>(
  trx: Kysely<T>,
  halt: { id: string; auctionId: string | null; actorId: string; reason: string },
): Promise<OpenHalt | null> {
  // Locks the live lots that may come up: one that another transaction opens at this moment is open before the halt is in force, so the
  // halt finds it; one that opens later finds the halt.
  await sql`
    select 1 from standing s join auction a on a.id = s.auction_id
    where s.status = 'scheduled' and s.auction_kind = 'live' and a.starts_at <= clock_timestamp()
      and (${halt.auctionId}::uuid is null or s.auction_id = ${halt.auctionId})
    order by s.lot_id for share of s`.execute(trx)
  // The unique index over halts in force makes a second request wait for the first and find its halt.
  const { rows } = await sql<OpenHalt>`
    insert into halt (id, auction_id, started_by, reason) values (${halt.id}, ${halt.auctionId}, ${halt.actorId}, ${halt.reason})
    on conflict do nothing returning ${HALT}`.execute(trx)
  return rows[0] ?? null
}

export async function haltInForce<T>(db: Kysely<T>, auctionId: string | null): Promise<OpenHalt | null> {
  const { rows } = await sql<OpenHalt>`
    select ${HALT} from halt where auction_id is not distinct from ${auctionId}::uuid and lifted_at is null`.execute(db)
  return rows[0] ?? null
}

/** Null where none is in force. Lots that another halt in force also covers pass to that halt, unless it already resumed them. */
export async function liftHalt<T>(
  trx: Kysely<T>,
  lift: { auctionId: string | null; actorId: string; reason: string },
): Promise<OpenHalt | null> {
  const { rows } = await sql<OpenHalt>`
    update halt set lifted_at = clock_timestamp(), lifted_by = ${lift.actorId}, lift_reason = ${lift.reason}
    where auction_id is not distinct from ${lift.auctionId}::uuid and lifted_at is null returning ${HALT}`.execute(trx)
  const [halt] = rows
  if (halt === undefined) return null
  await sql`
    with handed_over as (
      insert into halted_lot (halt_id, lot_id, sequence)
      select other.id, held.lot_id, held.sequence
      from halted_lot held join standing s on s.lot_id = held.lot_id
      join halt other on other.lifted_at is null and (other.auction_id is null or other.auction_id = s.auction_id)
      where held.halt_id = ${halt.id} and held.done_at is null
      on conflict do nothing returning lot_id)
    update halted_lot set done_at = clock_timestamp()
    where halt_id = ${halt.id} and lot_id in (select lot_id from handed_over)`.execute(trx)
  return halt
}

/** Halts with work to do; nearly always none. */
export async function openHalts<T>(db: Kysely<T>): Promise<OpenHalt[]> {
  const { rows } = await sql<OpenHalt>`select ${HALT} from halt where settled_at is null order by started_at`.execute(
    db,
  )
  return rows
}

/**
 * Open lots under a halt, or due to open, that it has not paused yet, next to end first. A halt pauses each lot once: a person who resumes
 * it does so on purpose.
 */
export async function lotsToPause<T>(db: Kysely<T>, halt: OpenHalt): Promise<string[]> {
  const isMeant = sql`closes_at_ms > ${NOW_MS} and (${halt.auction_id}::uuid is null or auction_id = ${halt.auction_id})
    and not exists (select 1 from halted_lot h where h.halt_id = ${halt.id} and h.lot_id = s.lot_id)`
  const { rows } = await sql<{ lot_id: string }>`
    select lot_id, closes_at_ms from standing s where status = 'open' and ${isMeant}
    union all
    select lot_id, closes_at_ms from standing s
    where status = 'scheduled' and auction_kind = 'timed' and opens_at_ms <= ${NOW_MS} and ${isMeant}
    order by closes_at_ms limit ${ROUND}`.execute(db)
  return rows.map(({ lot_id }) => lot_id)
}

/** Lots a lifted halt paused that are not resumed yet. */
export async function lotsToResume<T>(db: Kysely<T>, haltId: string): Promise<{ lotId: string; sequence: number }[]> {
  const { rows } = await sql<{ lotId: string; sequence: number }>`
    select lot_id as "lotId", sequence from halted_lot where halt_id = ${haltId} and done_at is null
    order by lot_id limit ${ROUND}`.execute(db)
  return rows
}

export async function noteDone<T>(db: Kysely<T>, haltId: string, lotIds: readonly string[]): Promise<void> {
  await sql`
    update halted_lot set done_at = clock_timestamp()
    where halt_id = ${haltId} and lot_id = any(${lotIds}::uuid[]) and done_at is null`.execute(db)
}

/** A lifted halt without lots is settled once no action for it can still be in progress. */
export async function noteSettled<T>(db: Kysely<T>, haltId: string): Promise<void> {
  await sql`
    update halt set settled_at = clock_timestamp()
    where id = ${haltId} and lifted_at < clock_timestamp() - ${SETTLED_AFTER}
    and not exists (select 1 from halted_lot where halt_id = ${haltId} and done_at is null)`.execute(db)
}

export type HaltRow = {
  id: string
  auction_id: string | null
  title: string | null
  reason: string
  started_at: number
  name: string
  lots: number
}

/** The number of lots that halt `h` holds: a lot that a person resumed or paused again since, or that ended, isn't one of them. */
const HELD = sql<number>`(
  select count(*)::int from halted_lot l join standing s on s.lot_id = l.lot_id
  where l.halt_id = h.id and l.done_at is null and s.status = 'open' and s.closes_at_ms is null and not exists (
    select 1 from ledger g where g.lot_id = l.lot_id and g.sequence > l.sequence and g.type = 'paused'))`

export async function countHeld<T>(db: Kysely<T>, haltId: string): Promise<number> {
  const { rows } = await sql<{ lots: number }>`select ${HELD} as lots from halt h where h.id = ${haltId}`.execute(db)
  return rows[0]?.lots ?? 0
}

/** Halts in force, the one over all auctions first. */
export async function haltsInForce<T>(db: Kysely<T>): Promise<HaltRow[]> {
  const { rows } = await sql<HaltRow>`
    select h.id, h.auction_id, a.title, h.reason, h.started_at, p.name, ${HELD} as lots
    from halt h join account p on p.id = h.started_by left join auction a on a.id = h.auction_id
    where h.lifted_at is null order by h.auction_id is not null, h.started_at`.execute(db)
  return rows
}
