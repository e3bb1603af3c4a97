import type pg from 'pg'

/** Runs a statement as the owner of the tables, the login role with which the application's connections begin; it may change history. */
export async function asOwner(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set role none; set paddock.history = 'demo'`)
    await client.query(statement, values)
  } finally {
    // Not returned to the pool: it has another role now.
    client.release(true)
  }
}
