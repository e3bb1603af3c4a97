import type { Logger } from 'pino'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import type { Keys } from './keys.ts'
import type { Meters } from './meters/meters.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Tracing } from './meters/tracing.ts'

/**
 * What every room of the server is given: the parts below all rooms. A room types its own tables with
 * `house.db.withTables<...>()` in its `store.ts`.
 */
export type House = {
  config: Config
  /** The database in use, the embedded one included, under the application's role. */
  databaseUrl: string
  /** For everything but the bid path. int8 comes back as a safe number. */
  db: Kysely<object>
  pool: Pool
  bus: Bus
  outbox: Outbox
  keys: Keys
  log: Logger
  /** What is counted here, for operators. */
  meters: Meters
  /** Null: nothing is traced, and nothing of it is loaded. */
  tracing: Tracing | null
  /**
   * The database's clock in ms as this process knows it, to within half a round trip, whatever this machine's own clock says. What is
   * judged under a lock reads `clock_timestamp()` there instead.
   */
  now(): number
}
