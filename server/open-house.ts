import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { openBus } from './platform/bus/bus.ts'
import type { Config } from './platform/config/config.ts'
import { keepDatabaseClock } from './platform/database/database-clock.ts'
import { grantAccess } from './platform/database/access.ts'
import { openDatabase } from './platform/database/database.ts'
import { tellPools } from './platform/database/pool-meters.ts'
import type { House } from './platform/house.ts'
import { Meters } from './platform/meters/meters.ts'
import { openKeys } from './platform/open-keys.ts'
import { migrate } from './platform/database/migrate.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import { tellOutbox } from './platform/outbox/outbox-meters.ts'
import { startPostgres } from './platform/database/postgres.ts'
import { openTracing } from './platform/meters/tracing.ts'

/** Libraries that are handed the log may write down the head of a request; what opens a door is taken out, however deep it lies. */
const NEVER_LOGGED = ['authorization', 'cookie', '["set-cookie"]'].flatMap((header) =>
  ['headers', '*.headers', '*.*.headers'].map((at) => (header.startsWith('[') ? `${at}${header}` : `${at}.${header}`)),
)

/** One for each topic, and some more. Opened when needed and closed when idle. */
const OUTBOX_CONNECTIONS = 24

/**
 * Opens the parts below all rooms: database (started if it is ours, migrated), bus, outbox, keys. `close` ends them in order. The log
 * goes to standard output unless `logTo` takes it. `ownerUrl` logs in as the owner of the tables: for what the application's role may
 * not do, and so not part of the house.
 */
export async function openHouse(
  config: Config,
  migrations: string,
  logTo: DestinationStream = pino.destination(1),
): Promise<{ house: House; ownerUrl: string; close(): Promise<void> }> {
  const log = pino({ level: config.logLevel, redact: NEVER_LOGGED }, logTo)
  await mkdir(config.dataDir, { recursive: true })
  const own =
    config.databaseUrl === null
      ? await startPostgres({
          folder: path.join(config.dataDir, 'postgres'),
          revived: (said) => log.error({ said }, 'the database ended by itself and was started again'),
        })
      : null
  const givenUrl = own?.url ?? config.databaseUrl!
  const ownerUrl = config.databaseOwnerUrl ?? givenUrl
  const databaseUrl = await prepareDatabase(config, ownerUrl, givenUrl, migrations).catch(async (error: unknown) => {
    await own?.stop()
    throw error
  })
  const database = openDatabase(databaseUrl, log)
  // Slow work behind the scenes takes no connection from requests.
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
  tellPools(meters, { requests: database.pool, outbox: behind.pool })
  tellOutbox(meters, behind.db)
  const house: House = {
    config,
    databaseUrl,
    db: database.db,
    pool: database.pool,
    bus: await openBus(databaseUrl, log, config.busUrl),
    outbox: createOutbox(behind.db, log, {}, { meters, tracing }),
    keys,
    log,
    meters,
    tracing,
    now,
  }
  return {
    house,
    ownerUrl,
    async close() {
      await tracing?.close()
      await close()
    },
  }
}

/** Migrates as the owner and answers the address for everything else, under the application's role. */
async function prepareDatabase(
  { databaseOwnerUrl }: Config,
  ownerUrl: string,
  givenUrl: string,
  migrations: string,
): Promise<string> {
  await migrate(ownerUrl, migrations)
  return grantAccess(ownerUrl, databaseOwnerUrl === null ? null : givenUrl)
}
