import { sql, type Kysely } from 'kysely'
import { NO_SHIPPING, type ShippingTable } from '#contract/shipping.ts'

/** Its name among the settings. */
const KEY = 'shipping'

/** What is stored, as it is, and a name for it that changes with it. */
export async function storedShipping<T>(db: Kysely<T>): Promise<{ value: unknown; version: string }> {
  const found = await sql<{ value: unknown; version: string }>`
    select value, md5(value::text) as version from setting where key = ${KEY}`.execute(db)
  return found.rows[0] ?? { value: NO_SHIPPING, version: 'none' }
}

export async function lockShipping<T>(trx: Kysely<T>): Promise<void> {
  // Locks nothing in the table but a name, to the end of the transaction: of two changes at once the second sees what the first has
  // stored, also when there was no row before.
  await sql`select pg_advisory_xact_lock(hashtext('setting:shipping'))`.execute(trx)
}

export async function storeShipping<T>(trx: Kysely<T>, table: ShippingTable): Promise<void> {
  await sql`
    insert into setting (key, value) values (${KEY}, ${JSON.stringify(table)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(trx)
}
