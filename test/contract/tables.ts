import type pg from 'pg'

/** Changes without a request: server heartbeats, request throttles, the cursors of jobs, and sums whose rows a job adds up. */
const MOVES_BY_ITSELF = /^server_run$|^throttle$|_cursor$|_sums$/
/** Written some time after a request, for many sessions in one batch: when a session was last seen, and thus when it expires. */
const LINE: Record<string, string> = { session: `(to_jsonb(t) - array['last_seen_at', 'expires_at'])::text` }

/** What every table holds, by name: its count of rows and a digest of all their contents. Equal values mean nothing was changed. */
export async function contentsOf(pool: pg.Pool): Promise<Record<string, string>> {
  const named = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const names = named.rows.map(({ name }) => name).filter((name) => !MOVES_BY_ITSELF.test(name))
  const reads = names.map(
    (name) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '')
      as contents from (select ${LINE[name] ?? 't::text'} as line from "${name}" t) lines`,
  )
  const found = await pool.query<{ name: string; contents: string }>(reads.join(' union all '))
  return Object.fromEntries(found.rows.map(({ name, contents }) => [name, contents]))
}

/** Resolves when the outbox is empty and no lot is due; from then on only requests change anything. */
export async function untilQuiet(pool: pg.Pool): Promise<void> {
  for (;;) {
    const found = await pool.query<{ quiet: boolean }>(
      `select not exists (select 1 from outbox where not dead)
        and not exists (select 1 from standing where status = 'scheduled'
          and opens_at_ms <= extract(epoch from clock_timestamp()) * 1000) as quiet`,
    )
    if (found.rows[0]?.quiet === true) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
