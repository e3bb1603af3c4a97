import { type Kysely, sql } from 'kysely'

/** A table of sums that a trigger keeps: every change adds a row (decision 82). `at` among the keys: a quarter of an hour. */
export type KeptSums = { table: string; keys: readonly string[]; sums: readonly string[] }

/**
 * Makes one row of those with the same keys; of quarters of an hour only the last day is looked at, since rows are added to these. Two
 * processes may do so at the same time: no row is taken twice.
 */
export async function foldSums<T>(db: Kysely<T>, { table, keys, sums }: KeptSums): Promise<void> {
  const [from, key] = [sql.table(table), columns(keys)]
  const lately = keys.includes('at') ? sql`at >= statement_timestamp() - interval '1 day'` : sql`true`
  await sql`
    with folded as (
      delete from ${from} where ${lately} and (${key}) in (
        select ${key} from ${from} where ${lately} group by ${key} having count(*) > 1)
      returning ${columns([...keys, ...sums])})
    insert into ${from} (${columns([...keys, ...sums])})
    select ${key}, ${sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`))} from folded group by ${key}`.execute(db)
}

function columns(names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(name)))
}
