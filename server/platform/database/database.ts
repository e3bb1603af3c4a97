import { Kysely, PostgresDialect } from 'kysely'
import net from 'node:net'
import pg from 'pg'
import type { Logger } from 'pino'

const INT8 = 20
const TIMESTAMPTZ = 1184

export type Database = { pool: pg.Pool; db: Kysely<object>; close(): Promise<void> }

export type DatabaseLimits = {
  connections?: number
  /** Timeout of one statement, in ms. The request pool waits at most 10 s. */
  statementMs?: number
}

/** Timeout, in ms, for getting a free or new connection. */
const CONNECT_MS = 3000
const STATEMENT_MS = 8000
/** A transaction idle for so long, in ms, is ended by the database, so that the locks of a stalled process are released. */
const SILENT_MS = 60_000

/**
 * The pool for everything but the bid path. int8 comes back as a number (amounts and sequences stay far below the safe limit, and
 * anything else is a fault), timestamptz as ms since the epoch.
 */
export function openDatabase(url: string, log: Logger, limits: DatabaseLimits = {}): Database {
  const { connections = 10, statementMs = STATEMENT_MS } = limits
  const pool = new pg.Pool({
    Client: ImpatientClient,
    connectionString: url,
    max: connections,
    application_name: 'paddock',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    // Slightly later than the server's own timeout, so that the server's error arrives first; for a database that does not answer.
    query_timeout: statementMs + 500,
    idle_in_transaction_session_timeout: SILENT_MS,
    keepAlive: true,
    types: { getTypeParser: (oid, format) => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text') },
  })
  // Without a listener a lost connection would crash the process: the pool listens only to idle connections, and a connection can be lost
  // between two statements of a transaction. The next statement on it fails, which is enough.
  pool.on('connect', (client) => client.on('error', (err) => log.warn({ err }, 'a database connection was lost')))
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'))
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

/** A connection that receives nothing in time is destroyed; otherwise the next caller would wait just as long in vain. */
class ImpatientClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const socket = new net.Socket()
    super({ ...config, stream: () => socket })
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = (...args: unknown[]) => {
      const answer = query(...args)
      if (answer instanceof Promise)
        answer.catch((error: Error) => {
          if (error.message === NO_ANSWER) socket.destroy()
        })
      return answer as never
    }
  }
}

/** The driver has no code for it. */
const NO_ANSWER = 'Query read timeout'

const PARSERS = new Map<number, (text: string) => number>([
  [INT8, safeInteger],
  [TIMESTAMPTZ, (text) => (pg.types.getTypeParser(TIMESTAMPTZ, 'text')(text) as Date).getTime()],
])

/** int8 as a number; amounts and sequences stay far below the safe limit, and a larger value throws. */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('an integer from the database is not safe')
  return value
}
