import { sql, type Kysely } from 'kysely'
import { FIELDS, type CodedField } from '#contract/lots/vehicle-fields.ts'
import type { Money } from '#engine'
import type { TakingRow } from '#server/bidding/eligibility/taking.ts'
import type { ShownSummary } from '#server/lots/present.ts'

/** Fields whose searchable value is stored as one text each. */
const FOUND_BY = FIELDS.filter(({ kind, facet }) => kind === 'code' || (kind === 'text' && facet !== undefined))
/** By the field's name. */
type FoundBy = Record<CodedField | 'location', string | null> & Record<'make' | 'model', string>

/** What a lot is searched by. Instants in ms. */
export type LotRow = MovingRow &
  FoundBy & {
    lot_number: number
    auction_id: string
    auction_title: string
    currency: string
    title: string
    published_at: number
    due_at: number
    year: number
    vin: string | null
    is_inspected: boolean
    odometer_value: number | null
    odometer_unit: string | null
    opening_bid: Money
    cost_terms_id: number | null
  }

/** The changing state of a lot, and the terms it depends on. */
export type MovingRow = TakingRow & { id: string; seller_id: string | null }

const FACTS =
  sql.raw(`l.id, l.lot_number, l.auction_id, a.title as auction_title, a.currency, l.title, l.published_at, l.due_at,
  l.opening_bid, l.cost_terms_id, v.year, v.vin, v.facts ->> 'inspection' is not null as is_inspected,
  (v.facts #>> '{odometer,value}')::float8 as odometer_value, v.facts #>> '{odometer,unit}' as odometer_unit,
  ${FOUND_BY.map(({ name, column }) => `${column === undefined ? `v.facts ->> '${name}'` : `v.${column}`} as "${name}"`).join(', ')},
  s.status, s.price, s.closes_at_ms, s.terms, s.seller_id`)
const FROM = sql.raw(`lot l join vehicle v on v.id = l.vehicle_id join auction a on a.id = l.auction_id
  join standing s on s.lot_id = l.id`)

export async function rowsOfLots<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<LotRow[]> {
  const found = await sql<LotRow>`
    select ${FACTS} from ${FROM} where l.id = any(${lotIds}::uuid[]) and l.published_at is not null`.execute(db)
  return found.rows
}

/** Published lots that haven't ended, in no order. */
export async function idsOnOffer<T>(db: Kysely<T>): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from lot where published_at is not null and closed_at is null`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Published lots after that id, ascending: the catalog page by page. */
export async function rowsAfter<T>(db: Kysely<T>, lotId: string, limit: number): Promise<LotRow[]> {
  const found = await sql<LotRow>`
    select ${FACTS} from ${FROM} where l.id > ${lotId} and l.published_at is not null
    order by l.id limit ${limit}`.execute(db)
  return found.rows
}

export async function movesOf<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<MovingRow[]> {
  const found = await sql<MovingRow>`
    select lot_id as id, status, price, closes_at_ms, terms, seller_id from standing where lot_id = any(${lotIds}::uuid[])`.execute(
    db,
  )
  return found.rows
}

/** Makes every process re-read these lots. */
export async function noteChanges<T>(trx: Kysely<T>, lotIds: readonly string[]): Promise<void> {
  // Locks the one row of catalog_version to the end of the transaction: versions become visible in order, so a reader that has seen one
  // has seen all before it.
  await sql`
    with next as (update catalog_version set version = version + 1 returning version)
    insert into catalog_change (lot_id, version) select id, version from next, unnest(${lotIds}::uuid[]) as lots (id)
    on conflict (lot_id) do update set version = excluded.version`.execute(trx)
}

export async function lotsOfVehicles<T>(db: Kysely<T>, vehicleIds: readonly string[]): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select id from lot where vehicle_id = any(${vehicleIds}::uuid[]) and published_at is not null`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function versionNow<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ version: number }>`select version from catalog_version`.execute(db)
  return found.rows[0]?.version ?? 0
}

export type Change = { lot_id: string; version: number }

/** Lots to re-read since a version, oldest first. */
export async function changesSince<T>(db: Kysely<T>, version: number): Promise<Change[]> {
  const found = await sql<Change>`
    select lot_id, version from catalog_change where version > ${version} order by version`.execute(db)
  return found.rows
}

/** A lot as shown in a list. */
export type ShownRow = ShownSummary & {
  auction_title: string
  year: number
  facts: {
    odometer: { value: number; unit: 'mi' | 'km'; status: string } | null
    titleBrand: string
    damagePrimary: string | null
    runState: string
    isInspected: boolean
    location: string
  }
}

/** `is_lasting`: open, and for some more minutes. */
export type FeaturedRow = ShownSummary & { photos: string[]; is_chosen: boolean; is_lasting: boolean }

/** Lots with photos that have not ended: those that staff chose for their auction, and the next of the timed ones. */
export async function lotsToFeature<T>(db: Kysely<T>, limit: number): Promise<FeaturedRow[]> {
  const found = await sql<FeaturedRow>`
    with chosen as (
        select l.id from auction a join lot l on l.auction_id = a.id and l.vehicle_id = a.hero_vehicle_id
        where l.published_at is not null and l.closed_at is null
        order by l.due_at, l.id limit 1),
      next as (
        select id from lot where published_at is not null and closed_at is null and scheduled_close_at is not null
        order by due_at, id limit ${limit})
    select l.id, l.lot_number, l.auction_id, l.vehicle_id, l.title, v.photos -> 0 ->> 'name' as hero, l.opens_at,
      l.scheduled_close_at, l.closed_at, (select currency from auction a where a.id = l.auction_id) as currency,
      exists (select 1 from chosen where chosen.id = l.id) as is_chosen,
      l.opens_at is not null and l.opens_at <= clock_timestamp()
        and l.scheduled_close_at > clock_timestamp() + interval '10 minutes' as is_lasting,
      (select jsonb_agg(photo ->> 'name' order by place) from jsonb_array_elements(v.photos) with ordinality each (photo, place)) as photos
    from lot l join vehicle v on v.id = l.vehicle_id
    where l.id in (select id from chosen union select id from next) and jsonb_array_length(v.photos) > 0
    order by l.due_at, l.id`.execute(db)
  return found.rows
}

/** A page of lots by their keys, in no order; removed lots are missing. */
export async function shownLots<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<ShownRow[]> {
  const found = await sql<ShownRow>`
    select l.id, l.lot_number, l.auction_id, l.vehicle_id, l.title, v.photos -> 0 ->> 'name' as hero, l.opens_at,
      l.scheduled_close_at, l.closed_at, a.title as auction_title, a.currency, v.year,
      jsonb_build_object('odometer', v.facts -> 'odometer', 'titleBrand', v.facts ->> 'titleBrand',
        'damagePrimary', v.facts ->> 'damagePrimary', 'runState', v.facts ->> 'runState', 'isInspected', v.facts ->> 'inspection' is not null,
        'location', v.facts ->> 'location') as facts
    from lot l join vehicle v on v.id = l.vehicle_id join auction a on a.id = l.auction_id
    where l.id = any(${lotIds}::uuid[]) and l.published_at is not null`.execute(db)
  return found.rows
}
