import { sql, type Kysely } from 'kysely'
import type { MoneySetting, SettingsState } from '#contract/invoices/company-settings.ts'

export async function lockSettings<T>(trx: Kysely<T>): Promise<void> {
  // Locks the table against other changes to the end of the transaction, but not against readers: of two concurrent changes the second sees
  // what the first stored, and is refused if it was based on older values.
  await sql`lock table setting in share row exclusive mode`.execute(trx)
}

/** A version of the stored settings; a different version means that something has changed. */
export async function versionOf<T>(db: Kysely<T>, keys: readonly string[]): Promise<string> {
  const found = await sql<{ version: string }>`
    select md5(coalesce(string_agg(key || ' ' || value::text, '|' order by key), '')) as version
    from setting where key = any(${[...keys]}::text[])`.execute(db)
  return found.rows[0]!.version
}

export async function storeSetting<T>(trx: Kysely<T>, key: MoneySetting, value: unknown): Promise<void> {
  await sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(trx)
}

const HISTORY_MAX = 20

export async function changesOf<T>(db: Kysely<T>): Promise<SettingsState['history']> {
  const found = await sql<SettingsState['history'][number]>`
    select u.id, u.at, a.name as by, u.subject_id as setting, u.before -> 'value' as before, u.after -> 'value' as after, u.reason
    from audit u join account a on a.id = u.actor_id
    where u.subject_kind = 'setting' order by u.at desc, u.id desc limit ${HISTORY_MAX}`.execute(db)
  return found.rows
}

/** Lots that can still be sold. */
export async function countOpenLots<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from standing where status in ('scheduled', 'open', 'reserve-not-met')`.execute(db)
  return found.rows[0]!.count
}

/** Whether money is committed: a lot can still be sold, or isn't paid for. */
export async function isMoneyCommitted<T>(db: Kysely<T>): Promise<boolean> {
  if ((await countOpenLots(db)) > 0) return true
  const found = await sql`select from purchase_due limit 1`.execute(db)
  return found.rows.length > 0
}

/** The last number of a year so far. */
export async function lastNumber<T>(db: Kysely<T>, series: string, year: string): Promise<number> {
  const found = await sql<{ last: number }>`
    select last from document_counter where series = ${series} and year = ${year}::int`.execute(db)
  return found.rows[0]?.last ?? 0
}
