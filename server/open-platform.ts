import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { newExtensions } from './extensions.ts'
import { openBus } from './platform/bus/bus.ts'
import type { Config } from './platform/config/config.ts'
import { keepDatabaseClock } from './platform/database/database-clock.ts'
import { grantAccess } from './platform/database/access.ts'
import { openDatabase } from './platform/database/database.ts'
import { registerPoolMetrics } from './platform/database/pool-meters.ts'
import type { App } from './platform/app.ts'
import { Meters } from './platform/meters/meters.ts'
import { openKeys } from './platform/open-keys.ts'
import { migrate } from './platform/database/migrate.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import { registerOutboxMetrics } from './platform/outbox/outbox-meters.ts'
import { startPostgres } from './platform/database/postgres.ts'
import { openTracing } from './platform/meters/tracing.ts'

/** Libraries that receive the logger may log the headers of a request; secrets in them are removed at any depth. */
const NEVER_LOGGED = ['authorization', 'cookie', '["set-cookie"]'].flatMap((header) =>
  ['headers', '*.headers', '*.*.headers'].map((at) => (header.startsWith('[') ? `${at}${header}` : `${at}.${header}`)),
)

/** One for each topic, and some more. Opened when needed and closed when idle. */
const OUTBOX_CONNECTIONS = 24

/**
 * Opens everything below the features: database (started if embedded, migrated), bus, outbox, keys. `close` closes them in order. The
 * log goes to standard output unless `logTo` is given. `ownerUrl` logs in as the owner of the tables, for what the application's role
 * may not do; it is therefore not part of the app. `joins`: beside a running server, its embedded database is used.
 */
export async function openPlatform(
  config: Config,
  migrations: string,
  logTo: DestinationStream = pino.destination(1),
  { joins = false }: { joins?: boolean } = {},
): Promise<{ app: App; ownerUrl: string; close(): Promise<void> }> {
  const log = pino({ level: config.logLevel, redact: NEVER_LOGGED }, logTo)
  await mkdir(config.dataDir, { recursive: true })
  const own =
    config.databaseUrl === null
      ? await startPostgres({
          folder: path.join(config.dataDir, 'postgres'),
          joins,
          revived: (said) => log.error({ said }, 'the database stopped unexpectedly and was restarted'),
        })
      : null
  const givenUrl = own?.url ?? config.databaseUrl!
  const ownerUrl = config.databaseOwnerUrl ?? givenUrl
  const databaseUrl = await prepareDatabase(config, ownerUrl, givenUrl, migrations).catch(async (error: unknown) => {
    await own?.stop()
    throw error
  })
  const database = openDatabase(databaseUrl, log)
  // Background work has its own pool, so that it takes no connections from requests.
  const behind = openDatabase(databaseUrl, log, { connections: OUTBOX_CONNECTIONS, statementMs: 20_000 })
  let clock: { now(): number; stop(): void } | null = null
  const close = async () => {
    clock?.stop()
    await behind.close()
    await database.close()
    await own?.stop()
  }
  const keys = await openKeys(database.db, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const { now } = (clock = await keepDatabaseClock(database.pool))
  const meters = new Meters()
  const tracing = config.traces === null ? null : await openTracing(config.traces, log)
  registerPoolMetrics(meters, { requests: database.pool, outbox: behind.pool })
  registerOutboxMetrics(meters, behind.db)
  const app: App = {
    config,
    databaseUrl,
    db: database.db,
    pool: database.pool,
    bus: await openBus(databaseUrl, log, config.busUrl),
    outbox: createOutbox(behind.db, log, {}, { meters, tracing }),
    extensions: newExtensions(),
    keys,
    log,
    meters,
    tracing,
    now,
  }
  return {
    app,
    ownerUrl,
    async close() {
      await tracing?.close()
      await close()
    },
  }
}

/** Migrates as the owner and returns the URL for everything else, with the application's role. */
async function prepareDatabase(
  { databaseOwnerUrl }: Config,
  ownerUrl: string,
  givenUrl: string,
  migrations: string,
): Promise<string> {
  await migrate(ownerUrl, migrations)
  return grantAccess(ownerUrl, databaseOwnerUrl === null ? null : givenUrl)
}
