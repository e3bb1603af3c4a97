import { sql, type Kysely } from 'kysely'

/** What visitors may see of a published lot: nothing else is read here. */
export type PublicLot = {
  id: string
  lot_number: number
  title: string
  hero: string | null
  opens_at: number | null
  scheduled_close_at: number | null
  closed_at: number | null
  auction_id: string
  auction_title: string
  location: string
}

const COLUMNS = sql.raw(
  `lot.id, lot.lot_number, lot.title, vehicle.photos -> 0 ->> 'name' as hero, lot.opens_at, lot.scheduled_close_at, lot.closed_at,
   auction.id as auction_id, auction.title as auction_title, auction.location`,
)
const TABLES = sql.raw(
  `lot join vehicle on vehicle.id = lot.vehicle_id join auction on auction.id = lot.auction_id and lot.published_at is not null`,
)

export async function publicLot<T>(db: Kysely<T>, lotNumber: number): Promise<PublicLot | undefined> {
  const found = await sql<PublicLot>`select ${COLUMNS} from ${TABLES} where lot.lot_number = ${lotNumber}`.execute(db)
  return found.rows[0]
}

/** The newest lot that offers a vehicle. */
export async function publicLotOfVehicle<T>(db: Kysely<T>, vehicleId: string): Promise<PublicLot | undefined> {
  const found = await sql<PublicLot>`
    select ${COLUMNS} from ${TABLES} where lot.vehicle_id = ${vehicleId}
    order by lot.created_at desc, lot.id desc limit 1`.execute(db)
  return found.rows[0]
}

export type PublicAuction = {
  id: string
  title: string
  description: string
  location: string
  hero: string | null
  /** Begun, and lots are sold one after another. */
  is_live_now: boolean
}

export async function publicAuction<T>(db: Kysely<T>, auctionId: string): Promise<PublicAuction | undefined> {
  const found = await sql<PublicAuction>`
    select id, title, description, location, hero_photo as hero,
      kind = 'live' and starts_at <= clock_timestamp() and ended_at is null as is_live_now
    from auction
    where id = ${auctionId} and published_at is not null`.execute(db)
  return found.rows[0]
}

/** The published lots of an auction in their order. */
export async function lotsOfAuction<T>(
  db: Kysely<T>,
  auctionId: string,
): Promise<{ lot_number: number; title: string }[]> {
  const found = await sql<{ lot_number: number; title: string }>`
    select lot_number, title from lot where auction_id = ${auctionId} and published_at is not null
    order by lot_number limit 1000`.execute(db)
  return found.rows
}

/** The numbers of the sitemaps that have published lots, each of `size` lot numbers, ascending. */
export async function sitemapsOfLots<T>(db: Kysely<T>, size: number): Promise<number[]> {
  const found = await sql<{ part: number }>`
    select part from generate_series(0, (select max(lot_number) / ${size}::integer from lot where published_at is not null)) part
    where exists (
      select 1 from lot
      where published_at is not null and lot_number >= part * ${size}::integer and lot_number < (part + 1) * ${size}::integer)
    order by part`.execute(db)
  return found.rows.map((row) => row.part)
}

export async function lotsOfSitemap<T>(db: Kysely<T>, part: number, size: number): Promise<number[]> {
  const found = await sql<{ lot_number: number }>`
    select lot_number from lot
    where published_at is not null and lot_number >= ${part * size} and lot_number < ${(part + 1) * size}
    order by lot_number`.execute(db)
  return found.rows.map((row) => row.lot_number)
}

/** The ids of published auctions, newest first. */
export async function publicAuctions<T>(db: Kysely<T>): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from auction where published_at is not null order by starts_at desc, id limit 1000`.execute(db)
  return found.rows.map((row) => row.id)
}
