import { sql, type Kysely } from 'kysely'
import type { LotStatus } from '#engine'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'

/** `waiting_since`: its bidder is verified, and the lot is not open yet. */
export type ParkedRow = {
  id: string
  account_id: string
  lot_id: string
  sealed: Buffer
  parked_at: number
  waiting_since: number | null
}

/** With what a teaser says of the lot; nothing that moves. */
export type ListedRow = ParkedRow & {
  lot_number: number
  title: string
  hero: string | null
  currency: string
  opens_at_ms: number | null
  scheduled_close_at_ms: number | null
}

/** A person's parked bids, the one left first at the top; `lotId` null: all. */
export async function parkedOf<T>(db: Kysely<T>, accountId: string, lotId: string | null = null): Promise<ListedRow[]> {
  const found = await sql<ListedRow>`
    select p.id, p.account_id, p.lot_id, p.sealed, p.parked_at, p.waiting_since, l.lot_number, l.title, a.currency,
      v.photos -> 0 ->> 'name' as hero, s.opens_at_ms, (s.terms ->> 'scheduledCloseAt')::bigint as scheduled_close_at_ms
    from parked_bid p join standing s on s.lot_id = p.lot_id join lot l on l.id = p.lot_id
      join vehicle v on v.id = l.vehicle_id join auction a on a.id = l.auction_id
    where p.account_id = ${accountId} and (${lotId}::uuid is null or p.lot_id = ${lotId})
    order by p.parked_at, p.id`.execute(db)
  return found.rows
}

/** How many lots other than this one a person has parked a bid on. */
export async function parkedElsewhere<T>(db: Kysely<T>, accountId: string, lotId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from parked_bid where account_id = ${accountId} and lot_id <> ${lotId}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** The lot's row as it is, and the database's clock in ms. Takes no lock: bids never wait for who parks one. */
export async function lotToParkOn<T>(
  db: Kysely<T>,
  lotId: string,
): Promise<(StandingRow & { now: number }) | undefined> {
  const found = await sql<StandingRow & { now: number }>`
    select ${sql.raw(STANDING_COLUMNS)}, floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from standing where lot_id = ${lotId}`.execute(db)
  return found.rows[0]
}

/** Leaves a bid, or changes the one that is there, which keeps its place. */
export async function writeParked<T>(
  trx: Kysely<T>,
  { id, accountId, lotId, sealed }: { id: string; accountId: string; lotId: string; sealed: Buffer },
): Promise<void> {
  await sql`
    insert into parked_bid (id, account_id, lot_id, sealed) values (${id}, ${accountId}, ${lotId}, ${sealed})
    on conflict (account_id, lot_id) do update set sealed = excluded.sealed`.execute(trx)
}

/** Changes a maximum that waits for its lot to open, and answers whether there is one. */
export async function changeWaiting<T>(
  trx: Kysely<T>,
  { accountId, lotId, sealed }: { accountId: string; lotId: string; sealed: Buffer },
): Promise<boolean> {
  // Locks the parked bid alone: it is changed before it joins in, or not at all.
  const found = await sql<{ id: string }>`
    update parked_bid set sealed = ${sealed}
    where account_id = ${accountId} and lot_id = ${lotId} and waiting_since is not null returning id`.execute(trx)
  return found.rows.length > 0
}

/** Takes back a maximum that waits for its lot to open, and answers whether there was one. */
export async function deleteWaiting<T>(trx: Kysely<T>, accountId: string, lotId: string): Promise<boolean> {
  // Locks the parked bid alone: it is taken back before it joins in, or not at all.
  const found = await sql<{ id: string }>`
    delete from parked_bid
    where account_id = ${accountId} and lot_id = ${lotId} and waiting_since is not null returning id`.execute(trx)
  return found.rows.length > 0
}

export async function deleteParked<T>(trx: Kysely<T>, accountId: string, lotId: string): Promise<void> {
  await sql`delete from parked_bid where account_id = ${accountId} and lot_id = ${lotId}`.execute(trx)
}

/** The ids of a person's parked bids in the order in which they were left. */
export async function parkedIdsOf<T>(db: Kysely<T>, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from parked_bid where account_id = ${accountId} order by parked_at, id`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** A parked bid with its bidder and what its lot is called. */
export type JoiningRow = ParkedRow & { paddle: number; lot_number: number; title: string; currency: string }

export async function lockParked<T>(trx: Kysely<T>, id: string): Promise<JoiningRow | null> {
  // Locks the parked bid alone, to the end of the transaction: it joins in or is dropped, never both. The lot and the account stay
  // free for the lane, which locks them on a connection of its own.
  const found = await sql<JoiningRow>`
    select p.id, p.account_id, p.lot_id, p.sealed, p.parked_at, p.waiting_since, x.paddle, l.lot_number, l.title, a.currency
    from parked_bid p join account x on x.id = p.account_id join lot l on l.id = p.lot_id
      join auction a on a.id = l.auction_id
    where p.id = ${id} for update of p`.execute(trx)
  return found.rows[0] ?? null
}

export async function noteWaiting<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`update parked_bid set waiting_since = clock_timestamp() where id = ${id}`.execute(trx)
}

/** Parked bids whose wait for their lot is over: it is due to open, or no longer going to. The one left first at the head. */
export async function waitedEnough<T>(db: Kysely<T>, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select p.id from parked_bid p join standing s on s.lot_id = p.lot_id
    where p.waiting_since is not null
    and (s.status <> 'scheduled' or s.opens_at_ms <= floor(extract(epoch from clock_timestamp()) * 1000))
    order by p.parked_at, p.id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function deleteParkedById<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from parked_bid where id = ${id}`.execute(trx)
}

/** What was dropped: enough to tell its bidder. */
export type DroppedRow = {
  id: string
  account_id: string
  lot_id: string
  lot_number: number
  title: string
  currency: string
  status: LotStatus
  waiting_since: number | null
}

/** Which parked bids: those on lots that are over (on one lot, or on all), or all of a person. */
export type WhichParked = { over: true; lotId: string | null } | { over: false; accountId: string }

/** Deletes parked bids and answers them. */
export async function dropParked<T>(trx: Kysely<T>, which: WhichParked): Promise<DroppedRow[]> {
  const are = which.over
    ? sql`s.status not in ('scheduled', 'open') and (${which.lotId}::uuid is null or p.lot_id = ${which.lotId})`
    : sql`p.account_id = ${which.accountId}`
  const found = await sql<DroppedRow>`
    delete from parked_bid p using standing s, lot l, auction a
    where s.lot_id = p.lot_id and l.id = p.lot_id and a.id = l.auction_id and ${are}
    returning p.id, p.account_id, p.lot_id, l.lot_number, l.title, a.currency, s.status,
      p.waiting_since`.execute(trx)
  return found.rows
}

/** Follows a lot for somebody, as pressing Watch does. */
export async function watchFor<T>(trx: Kysely<T>, accountId: string, lotId: string): Promise<void> {
  await sql`insert into watch (account_id, lot_id) values (${accountId}, ${lotId}) on conflict do nothing`.execute(trx)
}
