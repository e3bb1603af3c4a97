import { sql, type ColumnType, type Generated, type Kysely, type RawBuilder } from 'kysely'
import type { Inspection, PhotoPin, Vehicle } from '#contract/lots.ts'
import type { ShotSlot } from '#contract/photos.ts'
import type { Money } from '#engine'

type InstantOrNull = ColumnType<number | null, Date | null | undefined, Date | null>

/** A photograph in the photo storage; width and height in pixels of the widest one kept, pins as it is shown. */
export type StoredPhoto = {
  name: string
  view: ShotSlot
  width: number
  height: number
  placeholder?: string | null
  pins?: PhotoPin[]
}

/** What of a vehicle stands in one JSON value: all that is shown but never searched. */
export type VehicleFacts = Omit<
  Vehicle,
  'id' | 'year' | 'make' | 'model' | 'trim' | 'body' | 'vin' | 'photos' | 'inspection'
> & {
  /** Missing where none was ever recorded, as for every vehicle from a file. */
  inspection?: Inspection | null
}

type VehicleTable = {
  id: string
  year: number
  make: string
  model: string
  trim: string | null
  body: string
  vin: string | null
  facts: ColumnType<VehicleFacts, string, string>
  photos: ColumnType<StoredPhoto[], string, string>
  source: Generated<string>
  stock_number: Generated<string | null>
}

type LotTable = {
  id: string
  lot_number: Generated<number>
  auction_id: string
  vehicle_id: string
  position: number
  title: string
  seller_id: string | null
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  opens_at: InstantOrNull
  scheduled_close_at: InstantOrNull
  due_at: ColumnType<number, Date | undefined, Date>
  cost_terms_id: Generated<number | null>
  published_at: InstantOrNull
  closed_at: InstantOrNull
  created_at: Generated<number>
}

export type VehicleRow = Omit<VehicleTable, 'facts' | 'photos' | 'source' | 'stock_number'> & {
  facts: VehicleFacts
  photos: StoredPhoto[]
}
export type NewVehicle = VehicleRow & { source: string; stock_number: string | null }

export type TeaserRow = {
  id: string
  lot_number: number
  auction_id: string
  vehicle_id: string
  title: string
  hero: string | null
  opens_at: number | null
  scheduled_close_at: number | null
  closed_at: number | null
  due_at: number
}

export type LotRow = TeaserRow & {
  position: number
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  vehicle: VehicleRow
}

/** A lot as it is entered, before its sale's run list is published. */
export type NewLot = Pick<
  LotTable,
  'id' | 'auction_id' | 'vehicle_id' | 'title' | 'seller_id' | 'opening_bid' | 'reserve' | 'buy_now'
>

export type UnpublishedLot = NewLot & { position: number }

/** The room's own tables, whatever tables the caller's connection or transaction is typed with. */
export function tables<T>(db: Kysely<T>) {
  return (db as unknown as Kysely<object>).withTables<{ lot: LotTable; vehicle: VehicleTable }>()
}

const HERO = sql<string | null>`vehicle.photos -> 0 ->> 'name'`

/** All that a teaser may hold, and no more: amounts and facts are not even read. */
function teasers<T>(db: Kysely<T>) {
  return tables(db)
    .selectFrom('lot')
    .innerJoin('vehicle', 'vehicle.id', 'lot.vehicle_id')
    .select([
      'lot.id',
      'lot.lot_number',
      'lot.auction_id',
      'lot.vehicle_id',
      'lot.title',
      'lot.opens_at',
      'lot.scheduled_close_at',
      'lot.closed_at',
      'lot.due_at',
      HERO.as('hero'),
    ])
    .where('lot.published_at', 'is not', null)
}

export type TeaserFilter = {
  auction?: string | undefined
  vehicle?: string | undefined
  q?: string | undefined
  notClosed: boolean
}

/** Where a page begins: after the lot that is due then and has that id. */
export type After = { dueAt: number; id: string }

/** Lots by due time, then id, at most `limit`, from after `after` on: no gap and no duplicate whatever is added meanwhile. */
export async function findTeasers<T>(
  db: Kysely<T>,
  filter: TeaserFilter,
  after: After | null,
  limit: number,
): Promise<TeaserRow[]> {
  let query = teasers(db)
  if (filter.auction !== undefined) query = query.where('lot.auction_id', '=', filter.auction)
  if (filter.vehicle !== undefined) query = query.where('lot.vehicle_id', '=', filter.vehicle)
  if (filter.notClosed) query = query.where('lot.closed_at', 'is', null)
  for (const word of wordsOf(filter.q)) query = query.where(hasWord(word))
  if (after !== null) {
    query = query.where(sql<boolean>`(lot.due_at, lot.id) > (${new Date(after.dueAt)}::timestamptz, ${after.id}::uuid)`)
  }
  return query.orderBy('lot.due_at').orderBy('lot.id').limit(limit).execute()
}

export async function findTeaser<T>(
  db: Kysely<T>,
  by: { id: string } | { number: number },
): Promise<TeaserRow | undefined> {
  const query = teasers(db)
  const found = 'id' in by ? query.where('lot.id', '=', by.id) : query.where('lot.lot_number', '=', by.number)
  return found.executeTakeFirst()
}

/** A published lot by its id, by its number, or the newest of a vehicle. */
export async function findLot<T>(
  db: Kysely<T>,
  by: { id: string } | { number: number } | { vehicle: string },
): Promise<LotRow | undefined> {
  const query = teasers(db).select([
    'lot.position',
    'lot.opening_bid',
    'lot.reserve',
    'lot.buy_now',
    sql<VehicleRow>`to_jsonb(vehicle.*)`.as('vehicle'),
  ])
  if ('id' in by) return query.where('lot.id', '=', by.id).executeTakeFirst()
  if ('number' in by) return query.where('lot.lot_number', '=', by.number).executeTakeFirst()
  return query
    .where('lot.vehicle_id', '=', by.vehicle)
    .orderBy('lot.created_at', 'desc')
    .orderBy('lot.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The numbers of the lots before and after that position in a published run list. */
export async function findNeighbours<T>(
  db: Kysely<T>,
  auctionId: string,
  position: number,
): Promise<{ previous: number | null; next: number | null }> {
  const neighbour = (side: '<' | '>') =>
    tables(db)
      .selectFrom('lot')
      .select('lot_number')
      .where('auction_id', '=', auctionId)
      .where('published_at', 'is not', null)
      .where('position', side, position)
      .orderBy('position', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
  const [before, after] = await Promise.all([neighbour('<'), neighbour('>')])
  return { previous: before?.lot_number ?? null, next: after?.lot_number ?? null }
}

/** The word stands in the title or, if it is long enough to be told apart, nearly does. */
function hasWord(word: string): RawBuilder<boolean> {
  const pattern = `%${literal(word)}%`
  const forgivesTypos = /^\p{L}{4,}$/u.test(word)
  return forgivesTypos
    ? sql<boolean>`(lot.title ilike ${pattern} or ${word} <% lot.title)`
    : sql<boolean>`lot.title ilike ${pattern}`
}

/** The words of a search; more than eight narrow nothing down. */
function wordsOf(q: string | undefined): string[] {
  return (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
}

/** `%`, `_` and `\` stand for themselves in a pattern. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
