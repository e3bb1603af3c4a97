import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { CannotStart } from '../config/cannot-start.ts'

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/
/** An arbitrary lock number that only this program's migrations use. */
const LOCK = 7_205_101

/**
 * Runs the numbered SQL files that this database has not run yet, in order, each in a transaction. Forward only. Throws when a file that
 * already ran was edited or deleted; newer ones, from a version being rolled out at the same time, are ignored. When two processes start
 * at the same time, one runs and the other waits for it.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  // Uses its own connection: the pool's query timeout must not apply to a migration.
  const client = new pg.Client({
    connectionString: url,
    application_name: 'paddock migration',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // The application's URL sets the application's role, which may not change tables.
    await client.query('set role none')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, at timestamptz not null default now())',
    )
    const known = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name',
    )
    const done = new Map(known.rows.map((row) => [row.name, row.checksum]))
    const newest = files.at(-1) ?? ''
    for (const name of done.keys())
      if (name < newest && !files.includes(name))
        throw new CannotStart(`migration ${name} was applied, but its file is missing`)
    const ran: string[] = []
    for (const name of files) if (await runOnce(client, path.join(folder, name), name, done.get(name))) ran.push(name)
    return ran
  } finally {
    // Also releases the lock.
    await client.end().catch(() => undefined)
  }
}

async function runOnce(client: pg.Client, file: string, name: string, before: string | undefined): Promise<boolean> {
  const text = await readFile(file, 'utf8')
  const checksum = hash('sha256', text, 'hex')
  if (before === checksum) return false
  if (before !== undefined)
    throw new CannotStart(`migration ${name} was edited after it was applied; add a new migration instead`)
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  return true
}
