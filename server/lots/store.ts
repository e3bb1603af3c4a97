import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { PhotoPin, Vehicle } from '#contract/lots/lots.ts'
import type { OwnCosts } from '#contract/auctions/own-costs.ts'
import type { Commission } from '#contract/sellers/commission.ts'
import type { ShotSlot } from '#contract/lots/photos.ts'
import { FIELDS } from '#contract/lots/vehicle-fields.ts'
import { isWhole } from '#contract/lots/vehicle-shapes.ts'
import type { Money } from '#engine'

/** A photo in the photo storage; width and height in pixels of the widest one stored, pins as it is shown. */
export type StoredPhoto = {
  name: string
  view: ShotSlot
  width: number
  height: number
  placeholder?: string | null
  pins?: PhotoPin[]
}

type WholeFacts = Omit<Vehicle, 'id' | 'year' | 'make' | 'model' | 'trim' | 'body' | 'vin' | 'photos'>
type MayBeNull = { [N in keyof WholeFacts]-?: null extends WholeFacts[N] ? N : never }[keyof WholeFacts]
/** The vehicle facts stored in one JSON value. A fact that was never entered, such as a new field's, is missing. */
export type VehicleFacts = Omit<WholeFacts, MayBeNull> & { [N in MayBeNull]?: WholeFacts[N] | undefined }

const UNSAID = Object.fromEntries(
  FIELDS.filter((field) => field.column === undefined && !isWhole(field)).map(({ name }) => [name, null]),
) as Pick<WholeFacts, MayBeNull>

/** The facts with null for each that was never entered. */
export function wholeFacts(facts: VehicleFacts): WholeFacts {
  // JSON has no undefined, so nothing overrides a null here.
  return { ...UNSAID, ...(facts as WholeFacts) }
}

export type VehicleRow = {
  id: string
  year: number
  make: string
  model: string
  trim: string | null
  body: string
  vin: string | null
  facts: VehicleFacts
  photos: StoredPhoto[]
}
export type NewVehicle = VehicleRow & { source: string; stock_number: string | null }

export type SummaryRow = {
  id: string
  lot_number: number
  auction_id: string
  vehicle_id: string
  title: string
  currency: string
  hero: string | null
  opens_at: number | null
  scheduled_close_at: number | null
  closed_at: number | null
  due_at: number
}

export type LotRow = SummaryRow & {
  position: number
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  vehicle: VehicleRow
}

/** A lot as it is entered, before its auction's run list is published. */
export type NewLot = {
  id: string
  auction_id: string
  vehicle_id: string
  title: string
  /** The account that may not bid on it. */
  seller_id: string | null
  /** Whose vehicle it is. */
  consignor_id: string | null
  /** Agreed for this lot; null: the seller's. */
  commission: Commission | null
  opening_bid: Money
  reserve: Money | null
  buy_now: Money | null
  /** Premium and tax instead of its auction's. */
  costs: OwnCosts | null
  guide_low: Money | null
  guide_high: Money | null
}

export type UnpublishedLot = NewLot & { position: number }

/** Everything a lot summary may contain and no more: amounts and facts are not even read. */
const LOT_SUMMARY = sql`lot.id, lot.lot_number, lot.auction_id, lot.vehicle_id, lot.title, lot.opens_at, lot.scheduled_close_at,
  lot.closed_at, lot.due_at, vehicle.photos -> 0 ->> 'name' as hero,
  (select currency from auction where auction.id = lot.auction_id) as currency`

/** Published lots with their vehicles. */
const PUBLISHED = sql`lot join vehicle on vehicle.id = lot.vehicle_id where lot.published_at is not null`

export type SummaryFilter = {
  auction?: string | undefined
  vehicle?: string | undefined
  q?: string | undefined
  notClosed: boolean
  kind?: 'timed' | 'live' | undefined
}

/** The position a page starts after: a due time in ms, and a lot id. */
export type After = { dueAt: number; id: string }

/** Lots by due time, then id, at most `limit`, starting after `after`: no gaps or duplicates when lots are added meanwhile. */
export async function findSummaries<T>(
  db: Kysely<T>,
  filter: SummaryFilter,
  after: After | null,
  limit: number,
): Promise<SummaryRow[]> {
  const { auction, vehicle, q, notClosed, kind } = filter
  const which = [
    ...(auction === undefined ? [] : [sql`and lot.auction_id = ${auction}`]),
    ...(vehicle === undefined ? [] : [sql`and lot.vehicle_id = ${vehicle}`]),
    ...(notClosed ? [sql`and lot.closed_at is null`] : []),
    // Only lots of timed auctions have a planned end.
    ...(kind === undefined ? [] : [sql`and (lot.scheduled_close_at is not null) = ${kind === 'timed'}`]),
    ...wordsOf(q).map((word) => sql`and ${hasWord(word)}`),
    ...(after === null
      ? []
      : [sql`and (lot.due_at, lot.id) > (${new Date(after.dueAt)}::timestamptz, ${after.id}::uuid)`]),
  ]
  const found = await sql<SummaryRow>`
    select ${LOT_SUMMARY} from ${PUBLISHED} ${sql.join(which, sql` `)} order by lot.due_at, lot.id limit ${limit}`.execute(
    db,
  )
  return found.rows
}

export type PreviewRow = SummaryRow & {
  photos: StoredPhoto[]
  facts: Pick<Vehicle, 'odometer' | 'titleBrand' | 'runState' | 'flaws'>
  is_inspected: boolean
}

/** What a visitor may see of one lot. Nothing else of the vehicle is read. */
export async function findPreview<T>(
  db: Kysely<T>,
  by: { id: string } | { number: number },
): Promise<PreviewRow | undefined> {
  const which = 'id' in by ? sql`lot.id = ${by.id}` : sql`lot.lot_number = ${by.number}`
  const found = await sql<PreviewRow>`
    select ${LOT_SUMMARY}, vehicle.photos, vehicle.facts ->> 'inspection' is not null as is_inspected,
      jsonb_build_object('odometer', vehicle.facts -> 'odometer', 'titleBrand', vehicle.facts -> 'titleBrand',
        'runState', vehicle.facts -> 'runState', 'flaws', coalesce(vehicle.facts -> 'flaws', '[]')) as facts
    from ${PUBLISHED} and ${which}`.execute(db)
  return found.rows[0]
}

/** A published lot by its id, by its number, or the newest of a vehicle. */
export async function findLot<T>(
  db: Kysely<T>,
  by: { id: string } | { number: number } | { vehicle: string },
): Promise<LotRow | undefined> {
  const which =
    'id' in by
      ? sql`lot.id = ${by.id}`
      : 'number' in by
        ? sql`lot.lot_number = ${by.number}`
        : sql`lot.vehicle_id = ${by.vehicle}`
  const found = await sql<LotRow>`
    select ${LOT_SUMMARY}, lot.position, lot.opening_bid, lot.reserve, lot.buy_now, to_jsonb(vehicle.*) as vehicle
    from ${PUBLISHED} and ${which} order by lot.created_at desc, lot.id desc limit 1`.execute(db)
  return found.rows[0]
}

/** The numbers of the lots before and after that position in a published run list. */
export async function findNeighbors<T>(
  db: Kysely<T>,
  auctionId: string,
  position: number,
): Promise<{ previous: number | null; next: number | null }> {
  const published = sql`from lot where auction_id = ${auctionId} and published_at is not null`
  const found = await sql<{ previous: number | null; next: number | null }>`
    select (select lot_number ${published} and position < ${position} order by position desc limit 1) as previous,
      (select lot_number ${published} and position > ${position} order by position limit 1) as next`.execute(db)
  return found.rows[0]!
}

/** The title contains the word or, if the word is long enough for that, a close spelling of it. */
function hasWord(word: string): RawBuilder<boolean> {
  const pattern = `%${literal(word)}%`
  const forgivesTypos = /^\p{L}{4,}$/u.test(word)
  return forgivesTypos
    ? sql<boolean>`(lot.title ilike ${pattern} or ${word} <% lot.title)`
    : sql<boolean>`lot.title ilike ${pattern}`
}

/** The words of a search; only the first eight count. */
function wordsOf(q: string | undefined): string[] {
  return (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
}

/** Escapes `%`, `_` and `\` for a pattern. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
