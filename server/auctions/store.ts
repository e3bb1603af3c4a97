import { sql, type ColumnType, type Generated, type Kysely } from 'kysely'
import type { Auction } from '#contract/auctions.ts'
import type { SaleKind } from '#engine'
import type { Sale, SaleTerms } from './sale.ts'

type Instant = ColumnType<number, Date, Date>
type InstantOrNull = ColumnType<number | null, Date | null | undefined, Date | null>

type AuctionTable = {
  id: string
  title: string
  kind: SaleKind
  location: string
  description: string
  currency: string
  opens_at: Instant
  starts_at: Instant
  ends_at: InstantOrNull
  ended_at: InstantOrNull
  terms: ColumnType<SaleTerms, string, string>
  lot_count: Generated<number>
  published_at: InstantOrNull
  hero_photo: string | null
  demo: Generated<boolean>
}

export type NewAuction = Pick<
  AuctionTable,
  'id' | 'title' | 'kind' | 'location' | 'description' | 'currency' | 'hero_photo'
> & { opensAt: number; startsAt: number; terms: SaleTerms; demo: boolean }

export type AuctionRow = {
  id: string
  title: string
  kind: SaleKind
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

/** The room's own tables, whatever tables the caller's connection or transaction is typed with. */
function table<T>(db: Kysely<T>) {
  return (db as unknown as Kysely<object>).withTables<{ auction: AuctionTable }>()
}

/** The one place where a sale's state is derived: from its times, and from whether its last lot has ended. */
const STATE = sql<Auction['state']>`case
  when ended_at is not null then 'ended'
  when clock_timestamp() < (case kind when 'live' then starts_at else opens_at end) then 'scheduled'
  when lot_count = 0 then 'ended'
  else 'running' end`

const SHOWN = [
  'id',
  'title',
  'kind',
  'location',
  'description',
  'currency',
  'opens_at',
  'starts_at',
  'ends_at',
  'lot_count',
  'hero_photo',
] as const

/** A calendar asks for a span; more sales than this are never shown at once. */
const SALES_MAX = 500

/**
 * Published sales: those that run, then those that come (both soonest first), then those that are over (latest first).
 * `from` and `to` (ms) bound the days on which lots are sold.
 */
export async function findAuctions<T>(
  db: Kysely<T>,
  wanted: { state?: Auction['state'] | undefined; from?: number | undefined; to?: number | undefined },
): Promise<AuctionRow[]> {
  let query = table(db)
    .selectFrom('auction')
    .select(SHOWN)
    .select(STATE.as('state'))
    .where('published_at', 'is not', null)
  if (wanted.state !== undefined) query = query.where(STATE, '=', wanted.state)
  if (wanted.to !== undefined) query = query.where('starts_at', '<', sql<number>`${new Date(wanted.to)}::timestamptz`)
  if (wanted.from !== undefined)
    query = query.where(sql`coalesce(ends_at, starts_at)`, '>=', sql`${new Date(wanted.from)}::timestamptz`)
  const rows = await query
    .orderBy('starts_at', wanted.state === 'ended' ? 'desc' : 'asc')
    .limit(SALES_MAX)
    .execute()
  const rank = { running: 0, scheduled: 1, ended: 2 }
  return rows.toSorted(
    (a, b) =>
      rank[a.state] - rank[b.state] || (a.state === 'ended' ? b.starts_at - a.starts_at : a.starts_at - b.starts_at),
  )
}

export async function findAuction<T>(db: Kysely<T>, auctionId: string): Promise<AuctionRow | undefined> {
  return table(db)
    .selectFrom('auction')
    .select(SHOWN)
    .select(STATE.as('state'))
    .where('id', '=', auctionId)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
}

export async function insertAuction<T>(db: Kysely<T>, auction: NewAuction): Promise<void> {
  const { opensAt, startsAt, terms, ...rest } = auction
  const row = { ...rest, opens_at: new Date(opensAt), starts_at: new Date(startsAt), terms: JSON.stringify(terms) }
  await table(db).insertInto('auction').values(row).execute()
}

/** Whether there was a sale of that id, published from now on. */
export async function setPublished<T>(db: Kysely<T>, auctionId: string): Promise<boolean> {
  const done = await table(db)
    .updateTable('auction')
    .set({ published_at: sql`coalesce(published_at, clock_timestamp())` })
    .where('id', '=', auctionId)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

// Where asked, locks the sale's row: run lists of one sale are then changed one after another, so that positions and the count of
// lots stay true.
export async function selectSale<T>(db: Kysely<T>, auctionId: string, lock: boolean): Promise<Sale | undefined> {
  const query = table(db)
    .selectFrom('auction')
    .select(['id', 'title', 'kind', 'currency', 'opens_at', 'starts_at', 'terms'])
    .where('id', '=', auctionId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) return undefined
  const { opens_at: opensAt, starts_at: startsAt, ...rest } = row
  return { ...rest, opensAt, startsAt }
}

export async function updateLotFacts<T>(
  db: Kysely<T>,
  auctionId: string,
  facts: { lotCount: number; endsAt: number | null },
): Promise<void> {
  await table(db)
    .updateTable('auction')
    .set({ lot_count: facts.lotCount, ends_at: facts.endsAt === null ? null : new Date(facts.endsAt), ended_at: null })
    .where('id', '=', auctionId)
    .execute()
}

export async function setEnded<T>(db: Kysely<T>, auctionId: string, at: number): Promise<void> {
  await table(db)
    .updateTable('auction')
    .set({ ended_at: new Date(at) })
    .where('id', '=', auctionId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function setHero<T>(db: Kysely<T>, auctionId: string, name: string | null): Promise<void> {
  await table(db).updateTable('auction').set({ hero_photo: name }).where('id', '=', auctionId).execute()
}
