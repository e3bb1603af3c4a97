import { sql, type Kysely } from 'kysely'
import type { PublishCheck, PublishRules } from '#contract/lots/publish-checks.ts'

/** The key among the settings. */
const KEY = 'publishRules'

/** The stored value, unchecked; undefined: none is stored. */
export async function storedRules<T>(db: Kysely<T>): Promise<unknown> {
  const found = await sql<{ value: unknown }>`select value from setting where key = ${KEY}`.execute(db)
  return found.rows[0]?.value
}

export async function storeRules<T>(trx: Kysely<T>, rules: PublishRules): Promise<void> {
  await sql`
    insert into setting (key, value) values (${KEY}, ${JSON.stringify(rules)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(trx)
}

export type CheckedLot = {
  lot_id: string
  lot_number: number
  vehicle_id: string
  title: string
  /** The checks that found something. */
  found: PublishCheck[]
}

/** The unpublished lots of an auction with what is missing in each, in run list order. */
export async function checkedLots<T>(db: Kysely<T>, auctionId: string): Promise<CheckedLot[]> {
  const found = await sql<CheckedLot>`
    select lot.id as lot_id, lot.lot_number, lot.vehicle_id, lot.title, to_jsonb(array_remove(array[
      case when jsonb_array_length(v.photos) < greatest(1, jsonb_array_length(v.expected_photos)) then 'photos' end,
      case when coalesce(v.facts ->> 'titleBrand', 'no-title') = 'no-title' then 'title' end,
      case when coalesce(v.facts #>> '{odometer,value}', '') = '' then 'odometer' end,
      case when coalesce(v.facts -> 'inspection', 'null') = 'null' then 'inspection' end,
      case when lot.reserve is null then 'reserve' end,
      case when lot.seller_id is null and lot.consignor_id is null then 'seller' end], null)) as found
    from lot join vehicle v on v.id = lot.vehicle_id
    where lot.auction_id = ${auctionId} and lot.published_at is null order by lot.position`.execute(db)
  return found.rows
}
