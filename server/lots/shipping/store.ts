import { sql, type Kysely } from 'kysely'
import { NO_SHIPPING, type ShippingTable } from '#contract/lots/shipping.ts'

/** The key among the settings. */
const KEY = 'shipping'

/** The stored value, unchecked, and a version that changes with it. */
export async function storedShipping<T>(db: Kysely<T>): Promise<{ value: unknown; version: string }> {
  const found = await sql<{ value: unknown; version: string }>`
    select value, md5(value::text) as version from setting where key = ${KEY}`.execute(db)
  return found.rows[0] ?? { value: NO_SHIPPING, version: 'none' }
}

export async function lockShipping<T>(trx: Kysely<T>): Promise<void> {
  // Takes an advisory lock instead of a row lock, to the end of the transaction: of two concurrent changes, the second sees what the first
  // stored, even when there was no row before.
  await sql`select pg_advisory_xact_lock(hashtext('setting:shipping'))`.execute(trx)
}

export async function storeShipping<T>(trx: Kysely<T>, table: ShippingTable): Promise<void> {
  await sql`
    insert into setting (key, value) values (${KEY}, ${JSON.stringify(table)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(trx)
}
