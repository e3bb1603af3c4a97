import { existsSync } from 'node:fs'
import path from 'node:path'
import { openApp } from './app.ts'
import { openHouse } from './open-house.ts'
import { ConfigFaults, readConfig } from './platform/config.ts'
import type { House } from './platform/house.ts'
import type { Room } from './platform/room.ts'
import { ROOT } from './platform/root.ts'

/** What a demo adds to a house; production adds nothing. */
export type Extras = {
  rooms?: readonly Room[]
  /** With the database migrated, before the first request. */
  prepare?(house: House): Promise<void>
  /** When requests are taken at `url`. Answers what to end before the house stops. */
  serving?(url: string): (() => void) | void
}

/** Runs a house until a signal ends it: configuration, database, rooms, requests; then everything in reverse. */
export function run(extras: Extras = {}): void {
  serve(extras).catch((error: unknown) => {
    console.error(error instanceof ConfigFaults ? error.message : error)
    process.exit(1)
  })
}

async function serve(extras: Extras): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const { house, close } = await openHouse(config, path.join(ROOT, 'server/migrations'))
  await extras.prepare?.(house)
  const app = await openApp(house, builtClient(), extras.rooms)
  const port = await app.listen(config.port, config.host)
  console.log(`\nPaddock serves http://localhost:${port}\n`)
  const end = extras.serving?.(`http://127.0.0.1:${port}`)
  stopOnSignal(async () => {
    end?.()
    await app.stop()
    await close()
  })
}

function builtClient(): string | null {
  const folder = path.join(ROOT, 'dist/web')
  return existsSync(folder) ? folder : null
}

/** The first signal drains and stops; the second one, or 15 s, ends at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const on = () => {
    if (stopping) process.exit(1)
    stopping = true
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
}
