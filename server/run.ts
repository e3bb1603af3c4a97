import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasDemoPeople } from './accounts/demo-people.ts'
import { openApp, type App } from './app.ts'
import { openHouse } from './open-house.ts'
import { CannotStart } from './platform/config/cannot-start.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import type { House } from './platform/house.ts'
import type { Room } from './platform/room.ts'
import { ROOT } from './platform/root.ts'
import { leaveGarbageYoung } from './platform/young-garbage.ts'

/** What a demo adds to a house; production adds nothing. */
export type Extras = {
  rooms?: readonly Room[]
  /** With the database migrated, before the first request. `ownerUrl`: logs in as the owner of the tables. */
  prepare?(house: House, ownerUrl: string): Promise<void>
  /** When requests are taken at `url`. Answers what to end before the house stops. */
  serving?(url: string): (() => void) | void
}

/** Runs a house until a signal ends it: configuration, database, rooms, requests; then everything in reverse. */
export function run(extras: Extras = {}): void {
  leaveGarbageYoung()
  serve(extras).catch((error: unknown) => {
    console.error(inPlainWords(error))
    process.exit(1)
  })
}

async function serve(extras: Extras): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const { house, ownerUrl, close } = await openHouse(config, path.join(ROOT, 'server/migrations'))
  if (config.production && (await hasDemoPeople(house.db)))
    throw new CannotStart(
      'This database was filled by the demo, whose passwords are public. Production needs a database of its own: change DATABASE_URL.',
    )
  await extras.prepare?.(house, ownerUrl)
  const app = await openApp(house, builtClient(), extras.rooms)
  const end = config.roles.has('api') ? await takeRequests(app, config, extras) : await workBehind(app, config)
  stopOnSignal(async () => {
    end?.()
    await app.stop()
    await close()
  })
}

async function takeRequests(app: App, config: Config, extras: Extras): Promise<(() => void) | void> {
  const port = await app.listen(config.port, config.host)
  console.log(`\nPaddock serves http://localhost:${port}\n`)
  return extras.serving?.(`http://127.0.0.1:${port}`)
}

async function workBehind(app: App, config: Config): Promise<void> {
  const port = await app.work(config.workerPort, config.host)
  const says = port === null ? '' : ` and says at http://localhost:${port}/healthz how it is`
  console.log(`\nPaddock works behind the scenes${says}\n`)
}

function inPlainWords(error: unknown): unknown {
  if (error instanceof CannotStart) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program listens on this port already. Stop it, or choose another one: PORT=3001 npm start'
  }
  return error
}

function builtClient(): string | null {
  const folder = path.join(ROOT, 'dist/web')
  return existsSync(folder) ? folder : null
}

/** A terminal, npm and `bin/start.mjs` may each pass the same Ctrl-C on: within this time it counts once. */
const SAME_SIGNAL_MS = 1000

/** The first signal drains and stops; a later one, or 15 s, ends at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null
  const on = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), 15_000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', on)
  process.on('SIGTERM', on)
  process.on('SIGHUP', on)
}
