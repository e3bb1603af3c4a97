import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasDemoPeople } from './accounts/demo-people.ts'
import { makeSetUpLink, SET_UP_HOURS } from './accounts/team/set-up-link.ts'
import { openApp, type RunningServer } from './app.ts'
import { openPlatform } from './open-platform.ts'
import { CannotStart } from './platform/config/cannot-start.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import type { App } from './platform/app.ts'
import type { Feature } from './platform/feature.ts'
import { ROOT } from './platform/root.ts'

/** What a demo adds to the app; production adds nothing. */
export type Extras = {
  features?: readonly Feature[]
  /** Runs after migrations, before the first request. `ownerUrl`: logs in as the owner of the tables. */
  prepare?(app: App, ownerUrl: string): Promise<void>
  /** Called when the server takes requests at `url`. Returns what to stop before the server stops. */
  serving?(url: string): (() => void) | void
}

/** Runs the server until a signal ends it: configuration, database, features, requests; then shuts down in reverse. */
export function run(extras: Extras = {}): void {
  serve(extras).catch((error: unknown) => {
    console.error(inPlainWords(error))
    process.exit(1)
  })
}

async function serve(extras: Extras): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const { app, ownerUrl, close } = await openPlatform(config, path.join(ROOT, 'server/migrations'))
  if (config.production && (await hasDemoPeople(app.db)))
    throw new CannotStart(
      'This database was filled by the demo, whose passwords are public. Production needs its own database: change DATABASE_URL.',
    )
  await extras.prepare?.(app, ownerUrl)
  const running = await openApp(app, builtClient(), extras.features)
  const end = config.roles.has('api') ? await takeRequests(running, app, extras) : await workBehind(running, config)
  stopOnSignal(async () => {
    end?.()
    await running.stop()
    await close()
  })
}

async function takeRequests(running: RunningServer, app: App, extras: Extras): Promise<(() => void) | void> {
  const port = await running.listen(app.config.port, app.config.host)
  console.log(`\nPaddock is running at http://localhost:${port}\n`)
  const setUp = app.config.demo ? null : await makeSetUpLink(app)
  if (setUp !== null)
    console.log(`There is no owner yet. Open this link within ${SET_UP_HOURS} hours to create one:\n${setUp}\n`)
  return extras.serving?.(`http://127.0.0.1:${port}`)
}

async function workBehind(running: RunningServer, config: Config): Promise<void> {
  const port = await running.work(config.workerPort, config.host)
  const says = port === null ? '' : `; health: http://localhost:${port}/healthz`
  console.log(`\nPaddock is running background jobs${says}\n`)
}

function inPlainWords(error: unknown): unknown {
  if (error instanceof CannotStart) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program is already using this port. Stop it, or choose another port: PORT=3001 npm start'
  }
  return error
}

function builtClient(): string | null {
  const folder = path.join(ROOT, 'dist/web')
  return existsSync(folder) ? folder : null
}

/** A terminal, npm and `bin/start.mjs` may each forward the same Ctrl-C: within this time, in ms, it counts once. */
const SAME_SIGNAL_MS = 1000

/** The first signal drains and stops; a second one, or 15 s, exits immediately. */
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
