import pg from 'pg'

/** An arbitrary lock number used only by the demo's seed. */
const LOCK = 7_205_102

/** Runs `work` while no other process on the same database does: several demos may be started concurrently. */
export async function alone<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'paddock demo' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    // Also releases the lock.
    await client.end().catch(() => undefined)
  }
}
