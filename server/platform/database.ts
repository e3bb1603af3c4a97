import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'

const INT8 = 20
const TIMESTAMPTZ = 1184

export type Database = { pool: pg.Pool; db: Kysely<object>; close(): Promise<void> }

/**
 * The pool for everything but the bid path. int8 comes back as a number (amounts and sequences stay far below the safe limit, and
 * anything else is a fault), timestamptz as ms since the epoch.
 */
export function openDatabase(url: string, log: Logger, max = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'paddock',
    connectionTimeoutMillis: 5000,
    query_timeout: 20_000,
    types: { getTypeParser: (oid, format) => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text') },
  })
  // Without a listener a lost connection would end the process: the pool listens to idle ones alone, and in a transaction a connection
  // can be lost between two statements. The next statement on it fails, which is enough.
  pool.on('connect', (client) => client.on('error', (err) => log.warn({ err }, 'a database connection was lost')))
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'))
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

const PARSERS = new Map<number, (text: string) => number>([
  [INT8, safeInteger],
  [TIMESTAMPTZ, (text) => (pg.types.getTypeParser(TIMESTAMPTZ, 'text')(text) as Date).getTime()],
])

export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('an integer from the database is not safe')
  return value
}
