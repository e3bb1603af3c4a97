import { sql, type Kysely } from 'kysely'
import type { LotStatus } from '#engine'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import { newId } from '#server/platform/id.ts'

/** `waiting_since`: when its bidder was verified while the lot was not open yet, or paused. */
type PendingRow = {
  id: string
  account_id: string
  lot_id: string
  sealed: Buffer
  pending_since: number
  waiting_since: number | null
}

/** With the lot summary's facts; nothing that changes. */
export type ListedRow = PendingRow & {
  lot_number: number
  title: string
  hero: string | null
  currency: string
  opens_at_ms: number | null
  scheduled_close_at_ms: number | null
}

/** A person's pending bids, the one left first at the top; `lotId` null for all. */
export async function pendingOf<T>(
  db: Kysely<T>,
  accountId: string,
  lotId: string | null = null,
): Promise<ListedRow[]> {
  const found = await sql<ListedRow>`
    select p.id, p.account_id, p.lot_id, p.sealed, p.pending_since, p.waiting_since, l.lot_number, l.title, a.currency,
      v.photos -> 0 ->> 'name' as hero, s.opens_at_ms, (s.terms ->> 'scheduledCloseAt')::bigint as scheduled_close_at_ms
    from pending_bid p join standing s on s.lot_id = p.lot_id join lot l on l.id = p.lot_id
      join vehicle v on v.id = l.vehicle_id join auction a on a.id = l.auction_id
    where p.account_id = ${accountId} and (${lotId}::uuid is null or p.lot_id = ${lotId})
    order by p.pending_since, p.id`.execute(db)
  return found.rows
}

/** The number of other lots on which a person has a pending bid. */
export async function pendingElsewhere<T>(db: Kysely<T>, accountId: string, lotId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pending_bid where account_id = ${accountId} and lot_id <> ${lotId}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** The lot's row as it is, and the database's clock in ms. Takes no lock: bids never wait for a person storing a pending bid. */
export async function lotForPendingBid<T>(
  db: Kysely<T>,
  lotId: string,
): Promise<(StandingRow & { now: number }) | undefined> {
  const found = await sql<StandingRow & { now: number }>`
    select ${sql.raw(STANDING_COLUMNS)}, ${NOW_MS} as now
    from standing where lot_id = ${lotId}`.execute(db)
  return found.rows[0]
}

/** Stores a pending bid, or changes the existing one, which keeps its place. */
export async function writePending<T>(
  trx: Kysely<T>,
  { id, accountId, lotId, sealed }: { id: string; accountId: string; lotId: string; sealed: Buffer },
): Promise<void> {
  await sql`
    insert into pending_bid (id, account_id, lot_id, sealed) values (${id}, ${accountId}, ${lotId}, ${sealed})
    on conflict (account_id, lot_id) do update set sealed = excluded.sealed`.execute(trx)
}

/** Changes a maximum that waits for its lot to open; returns whether there is one. */
export async function changeWaiting<T>(
  trx: Kysely<T>,
  { accountId, lotId, sealed }: { accountId: string; lotId: string; sealed: Buffer },
): Promise<boolean> {
  // Locks the pending bid alone: it is changed before it joins in, or not at all.
  const found = await sql<{ id: string }>`
    update pending_bid set sealed = ${sealed}
    where account_id = ${accountId} and lot_id = ${lotId} and waiting_since is not null returning id`.execute(trx)
  return found.rows.length > 0
}

/** Takes back a maximum that waits for its lot to open; returns whether there was one. */
export async function deleteWaiting<T>(trx: Kysely<T>, accountId: string, lotId: string): Promise<boolean> {
  // Locks the pending bid alone: it is taken back before it joins in, or not at all.
  const found = await sql<{ id: string }>`
    delete from pending_bid
    where account_id = ${accountId} and lot_id = ${lotId} and waiting_since is not null returning id`.execute(trx)
  return found.rows.length > 0
}

export async function deletePending<T>(trx: Kysely<T>, accountId: string, lotId: string): Promise<void> {
  await sql`delete from pending_bid where account_id = ${accountId} and lot_id = ${lotId}`.execute(trx)
}

/** The ids of a person's pending bids in the order in which they were left. */
export async function pendingIdsOf<T>(db: Kysely<T>, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from pending_bid where account_id = ${accountId} order by pending_since, id`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** A pending bid with its bidder and its lot's name. */
export type JoiningRow = PendingRow & { paddle: number; lot_number: number; title: string; currency: string }

export async function lockPending<T>(trx: Kysely<T>, id: string): Promise<JoiningRow | null> {
  // Locks the pending bid alone, to the end of the transaction: it joins in or is dropped, never both. The lot and the account stay free
  // for the lane, which locks them on a separate connection.
  const found = await sql<JoiningRow>`
    select p.id, p.account_id, p.lot_id, p.sealed, p.pending_since, p.waiting_since, x.paddle, l.lot_number, l.title, a.currency
    from pending_bid p join account x on x.id = p.account_id join lot l on l.id = p.lot_id
      join auction a on a.id = l.auction_id
    where p.id = ${id} for update of p`.execute(trx)
  return found.rows[0] ?? null
}

export async function noteWaiting<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`update pending_bid set waiting_since = clock_timestamp() where id = ${id}`.execute(trx)
}

/** Gives a pending bid a new id, under which it can be placed after a refusal, and returns that id. */
export async function renewPending<T>(trx: Kysely<T>, id: string): Promise<string> {
  const renewed = newId()
  await sql`update pending_bid set id = ${renewed} where id = ${id}`.execute(trx)
  return renewed
}

/** Pending bids that need not wait for their lot any longer: it takes bids, or no longer will. The one left first comes first. */
export async function waitedEnough<T>(db: Kysely<T>, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select p.id from pending_bid p join standing s on s.lot_id = p.lot_id
    where p.waiting_since is not null
    and (case s.status when 'scheduled' then s.opens_at_ms <= ${NOW_MS} when 'open' then s.closes_at_ms is not null else true end)
    order by p.pending_since, p.id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function deletePendingById<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from pending_bid where id = ${id}`.execute(trx)
}

/** What was dropped: enough to notify its bidder. */
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

/** The pending bids to drop: those on lots that are over (on one lot, or on all), or all of a person. */
export type WhichPending = { over: true; lotId: string | null } | { over: false; accountId: string }

/** Deletes pending bids and returns them. */
export async function dropPending<T>(trx: Kysely<T>, which: WhichPending): Promise<DroppedRow[]> {
  const are = which.over
    ? sql`s.status not in ('scheduled', 'open') and (${which.lotId}::uuid is null or p.lot_id = ${which.lotId})`
    : sql`p.account_id = ${which.accountId}`
  const found = await sql<DroppedRow>`
    delete from pending_bid p using standing s, lot l, auction a
    where s.lot_id = p.lot_id and l.id = p.lot_id and a.id = l.auction_id and ${are}
    returning p.id, p.account_id, p.lot_id, l.lot_number, l.title, a.currency, s.status,
      p.waiting_since`.execute(trx)
  return found.rows
}

/** Adds a lot to a person's watch list, as pressing Watch does. */
export async function watchFor<T>(trx: Kysely<T>, accountId: string, lotId: string): Promise<void> {
  await sql`insert into watch (account_id, lot_id) values (${accountId}, ${lotId}) on conflict do nothing`.execute(trx)
}
