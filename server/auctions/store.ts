import { sql, type Kysely } from 'kysely'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { AuctionKind } from '#engine'
import type { StoredAuction, AuctionTerms } from './auction.ts'

export type NewAuction = {
  id: string
  title: string
  kind: AuctionKind
  location: string
  description: string
  currency: string
  hero_photo: string | null
  opensAt: number
  startsAt: number
  terms: AuctionTerms
  demo: boolean
}

export type AuctionRow = {
  id: string
  title: string
  kind: AuctionKind
  location: string
  description: string
  currency: string
  opens_at: number
  starts_at: number
  ends_at: number | null
  lot_count: number
  hero_photo: string | null
  state: Auction['state']
}

/** The one place where an auction's state is derived: from its times, and from whether its last lot has ended. */
export const STATE = sql<Auction['state']>`case
  when ended_at is not null or canceled_at is not null then 'ended'
  when clock_timestamp() < (case kind when 'live' then starts_at else opens_at end) then 'scheduled'
  when lot_count = 0 then 'ended'
  else 'running' end`

/** The columns of an {@link AuctionRow} but for its state. */
export const COLUMNS = sql`id, title, kind, location, description, currency, opens_at, starts_at, ends_at, lot_count, hero_photo`
const SHOWN = sql`${COLUMNS}, ${STATE} as state`

/** The most auctions returned at once; past ones are left out first. */
const AUCTIONS_MAX = 500

/**
 * Published auctions: running, then upcoming (both soonest first), then past (latest first).
 * `from` and `to` (ms) bound the days on which lots are sold.
 */
export async function findAuctions<T>(
  db: Kysely<T>,
  wanted: { state?: Auction['state'] | undefined; from?: number | undefined; to?: number | undefined },
): Promise<AuctionRow[]> {
  const { state = null, from, to } = wanted
  const found = await sql<AuctionRow>`
    select ${SHOWN} from auction
    where published_at is not null and (${state}::text is null or ${STATE} = ${state})
      and starts_at < ${to === undefined ? 'infinity' : new Date(to)}::timestamptz
      and coalesce(ends_at, starts_at) >= ${from === undefined ? '-infinity' : new Date(from)}::timestamptz
    order by array_position(array['running', 'scheduled', 'ended'], ${STATE}),
      case when ${STATE} = 'ended' then null else starts_at end, starts_at desc
    limit ${AUCTIONS_MAX}`.execute(db)
  return found.rows
}

export async function findAuction<T>(db: Kysely<T>, auctionId: string): Promise<AuctionRow | undefined> {
  const found = await sql<AuctionRow>`
    select ${SHOWN} from auction where id = ${auctionId} and published_at is not null`.execute(db)
  return found.rows[0]
}

export async function insertAuction<T>(db: Kysely<T>, auction: NewAuction): Promise<void> {
  const { id, title, kind, location, description, currency, hero_photo: hero, demo } = auction
  await sql`
    insert into auction (id, title, kind, location, description, currency, hero_photo, opens_at, starts_at, terms, demo)
    values (${id}, ${title}, ${kind}, ${location}, ${description}, ${currency}, ${hero}, ${new Date(auction.opensAt)},
      ${new Date(auction.startsAt)}, ${JSON.stringify(auction.terms)}, ${demo})`.execute(db)
}

/** Whether there was an auction of that id, published from now on. */
export async function setPublished<T>(db: Kysely<T>, auctionId: string): Promise<boolean> {
  const done = await sql`
    update auction set published_at = coalesce(published_at, clock_timestamp()) where id = ${auctionId}`.execute(db)
  return (done.numAffectedRows ?? 0n) > 0n
}

/**
 * `forUpdate`: locks the auction's row. Run lists of one auction are then changed one after another, so that positions and the count of
 * lots stay true.
 */
export async function selectAuction<T>(
  db: Kysely<T>,
  auctionId: string,
  { forUpdate = false } = {},
): Promise<StoredAuction | undefined> {
  const found = await sql<StoredAuction>`
    select id, title, kind, currency, opens_at as "opensAt", starts_at as "startsAt",
      published_at as "publishedAt", terms,
      case when canceled_at is not null then jsonb_build_object(
        'at', floor(extract(epoch from canceled_at) * 1000)::bigint, 'reason', cancel_reason) end as canceled
    from auction where id = ${auctionId} ${forUpdate ? sql`for update` : sql``}`.execute(db)
  return found.rows[0]
}

export async function updateLotFacts<T>(
  db: Kysely<T>,
  auctionId: string,
  { lotCount, endsAt }: { lotCount: number; endsAt: number | null },
): Promise<void> {
  await sql`
    update auction set lot_count = ${lotCount}, ends_at = ${endsAt === null ? null : new Date(endsAt)}, ended_at = null
    where id = ${auctionId}`.execute(db)
}

/** Cancels the auction; the first reason stays. */
export async function setCanceled<T>(
  trx: Kysely<T>,
  auctionId: string,
  { actorId, reason }: { actorId: string; reason: string },
): Promise<void> {
  await sql`
    update auction set canceled_at = clock_timestamp(), canceled_by = ${actorId}, cancel_reason = ${reason}
    where id = ${auctionId} and canceled_at is null`.execute(trx)
}

export async function setCancelTold<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  await sql`update auction set cancel_told_at = clock_timestamp() where id = ${auctionId}`.execute(trx)
}

/** A draft whose lots were removed. */
export async function deleteDraftAuction<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  await sql`delete from auction where id = ${auctionId} and published_at is null`.execute(trx)
}

export async function setEnded<T>(db: Kysely<T>, auctionId: string, at: number): Promise<void> {
  await sql`update auction set ended_at = ${new Date(at)} where id = ${auctionId} and ended_at is null`.execute(db)
}

export async function setHero<T>(
  db: Kysely<T>,
  auctionId: string,
  hero: { name: string | null; vehicleId: string | null },
): Promise<void> {
  await sql`
    update auction set hero_photo = ${hero.name}, hero_vehicle_id = ${hero.vehicleId} where id = ${auctionId}`.execute(
    db,
  )
}
