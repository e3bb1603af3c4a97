import { sql, type Kysely } from 'kysely'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'

const COLUMNS = sql.raw(STANDING_COLUMNS)
/** `now`: the database's clock in ms. */
export type LiveRow = StandingRow & { now: number; has_bid: boolean; watching: boolean }

/** A lot's standing with one person's relation to it, in one round trip. */
export async function findLive<T>(db: Kysely<T>, lotId: string, accountId: string): Promise<LiveRow | undefined> {
  const found = await sql<LiveRow>`
    select ${COLUMNS}, ${NOW_MS} as now,
      exists (select 1 from participation p where p.bidder_id = ${accountId} and p.lot_id = standing.lot_id) as has_bid,
      exists (select 1 from watch w where w.account_id = ${accountId} and w.lot_id = standing.lot_id) as watching
    from standing where lot_id = ${lotId}`.execute(db)
  return found.rows[0]
}

/** The lots of these auctions that take bids or will. */
export async function lotsOfAuctions<T>(db: Kysely<T>, auctionIds: readonly string[]): Promise<string[]> {
  if (auctionIds.length === 0) return []
  const found = await sql<{ lot_id: string }>`
    select lot_id from standing where auction_id = any(${auctionIds}::uuid[]) and status in ('scheduled', 'open')`.execute(
    db,
  )
  return found.rows.map(({ lot_id: id }) => id)
}

/** The lots that take bids or will in auctions of another currency than this. */
export async function lotsInOtherCurrencies<T>(db: Kysely<T>, currency: string): Promise<string[]> {
  const found = await sql<{ lot_id: string }>`
    select lot_id from standing join auction on auction.id = auction_id
    where currency <> ${currency} and status in ('scheduled', 'open')`.execute(db)
  return found.rows.map(({ lot_id: id }) => id)
}

/** An auction's standings in the order of its run list, at most `limit`. */
export async function standingsOfAuction<T>(db: Kysely<T>, auctionId: string, limit: number): Promise<StandingRow[]> {
  const found = await sql<StandingRow>`
    select ${COLUMNS} from standing where auction_id = ${auctionId} order by position limit ${limit}`.execute(db)
  return found.rows
}

export async function standingsOfLots<T>(db: Kysely<T>, lotIds: string[]): Promise<StandingRow[]> {
  const found = await sql<StandingRow>`select ${COLUMNS} from standing where lot_id = any(${lotIds}::uuid[])`.execute(
    db,
  )
  return found.rows
}

/** The database's clock in ms. */
export async function databaseNow<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ now: number }>`select ${NOW_MS} as now`.execute(db)
  const now = found.rows[0]?.now
  if (now === undefined) throw new Error('the database did not return its time')
  return now
}

export type LedgerTextRow = { sequence: number; text: string; hash: Buffer }

export type LedgerPage = { before: number | null; after: number | null; limit: number }

/** Reads one line more than `limit`, which shows that there are more. Newest first; with `after` alone, oldest first. */
export async function findLedger<T>(db: Kysely<T>, lotId: string, page: LedgerPage): Promise<LedgerTextRow[]> {
  const forward = page.after !== null && page.before === null
  const found = await sql<LedgerTextRow>`
    select sequence, text, hash from ledger
    where lot_id = ${lotId}
    and sequence > ${page.after ?? 0} and sequence < ${page.before ?? Number.MAX_SAFE_INTEGER}
    order by sequence ${sql.raw(forward ? 'asc' : 'desc')} limit ${page.limit + 1}`.execute(db)
  return found.rows
}

/** A sealed line and the sequence of the public one that it followed. */
export type SealedTextRow = { after_sequence: number; text: string; hash: Buffer }

/** The sealed lines that followed the lines `from` to `to`, oldest first. Only for lots that are over. */
export async function findSealed<T>(db: Kysely<T>, lotId: string, from: number, to: number): Promise<SealedTextRow[]> {
  const found = await sql<SealedTextRow>`
    select after_sequence, text, hash from sealed_ledger
    where lot_id = ${lotId} and after_sequence between ${from} and ${to} order by number`.execute(db)
  return found.rows
}

/** A bidder's lines with a sealed amount; `number`: of a sealed line, else null. Every bid carries a bid id. */
export type OwnSealedRow = { sequence: number; number: number | null; text: string; bid_id: string; sealed: Buffer }

export async function findOwnSealed<T>(db: Kysely<T>, lotId: string, accountId: string): Promise<OwnSealedRow[]> {
  const found = await sql<OwnSealedRow>`
    select sequence, null::bigint as number, text, bid_id, sealed from ledger
    where lot_id = ${lotId} and bidder_id = ${accountId} and sealed is not null and bid_id is not null
    union all
    select after_sequence, number, text, bid_id, sealed from sealed_ledger
    where lot_id = ${lotId} and bidder_id = ${accountId}
    order by sequence, number nulls first`.execute(db)
  return found.rows
}

export async function findStatus<T>(db: Kysely<T>, lotId: string): Promise<StandingRow['status'] | undefined> {
  const found = await sql<{
    status: StandingRow['status']
  }>`select status from standing where lot_id = ${lotId}`.execute(db)
  return found.rows[0]?.status
}

/** Returns whether there is such a lot to watch. */
export async function setWatch<T>(db: Kysely<T>, accountId: string, lotId: string): Promise<boolean> {
  const found = await sql<{ lot_id: string }>`
    with lot_to_watch as (select lot_id from standing where lot_id = ${lotId}),
    written as (
      insert into watch (account_id, lot_id) select ${accountId}, lot_id from lot_to_watch on conflict do nothing)
    select lot_id from lot_to_watch`.execute(db)
  return found.rows.length > 0
}

export async function dropWatch<T>(db: Kysely<T>, accountId: string, lotId: string): Promise<void> {
  await sql`delete from watch where account_id = ${accountId} and lot_id = ${lotId}`.execute(db)
}
