import type { Logger } from 'pino'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import type { Extensions } from './extensions.ts'
import type { Keys } from './keys.ts'
import type { Meters } from './meters/meters.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Tracing } from './meters/tracing.ts'

/**
 * What every feature of the server receives: the parts below all features. SQL is written by hand with Kysely's `sql` tag and typed by
 * the row it returns; `db` has no table types.
 */
export type App = {
  config: Config
  /** The database in use, the embedded one included, under the application's role. */
  databaseUrl: string
  /** For everything but the bid path. int8 comes back as a safe number. */
  db: Kysely<object>
  pool: Pool
  bus: Bus
  outbox: Outbox
  /** What features add to features before them. */
  extensions: Extensions
  keys: Keys
  log: Logger
  /** Metrics, for operators. */
  meters: Meters
  /** Null: tracing is off and its library is not loaded. */
  tracing: Tracing | null
  /**
   * The database's clock in ms as this process knows it, accurate to half a round trip, independent of this machine's clock. Decisions
   * under a lock read `clock_timestamp()` in the database instead.
   */
  now(): number
}
