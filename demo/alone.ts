import pg from 'pg'

/** An arbitrary number that only the demo's seed locks. */
const LOCK = 7_205_102

/** Does a work while no other process on the same database does one: several demos may be started at once. */
export async function alone<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'paddock demo' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    // Ends the lock, too.
    await client.end().catch(() => undefined)
  }
}
