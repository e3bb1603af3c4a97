import type pg from 'pg'

/** Runs a statement as the owner of the tables, whose login the application's connections begin with; history may be changed by it. */
export async function asOwner(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set role none; set paddock.history = 'demo'`)
    await client.query(statement, values)
  } finally {
    // Not given back: it has another role now.
    client.release(true)
  }
}
