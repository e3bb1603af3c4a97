import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectServer, RefusedByRules } from './api-client.ts'
import { randomFrom } from './random.ts'
import { patiently, SimulatedBidders } from './simulated-bidders.ts'

/**
 * The demo's simulated bidders: a separate process that uses only the public API. Started by the server in demo mode with
 * PADDOCK_URL; ends with the process that started it, and immediately if the server isn't a demo.
 */

const LOOK_MS = 4_000
const TURNED_AWAY_MS = 10_000

/** Standard input is a pipe from the server. It breaks when the server dies, also by kill -9, and even while this process starts. */
function endWithParent(): void {
  for (const end of ['end', 'error', 'close']) process.stdin.on(end, () => process.exit(0))
  process.stdin.resume()
  process.on('SIGTERM', () => process.exit(0))
  // Ctrl-C signals the whole group; the server stops, and so does this process.
  process.on('SIGINT', () => process.exit(0))
}

async function main(): Promise<void> {
  endWithParent()
  const app = connectServer(process.env['PADDOCK_URL'] ?? 'http://localhost:3000')
  const { demo } = await patiently(() => app.terms())
  if (!demo) {
    console.error('This isn’t a demo: simulated bidders don’t bid here.')
    process.exitCode = 1
    return
  }
  const bidders = new SimulatedBidders(app, randomFrom(randomUUID()))
  await bidders.logInAll()
  for (;;) {
    await sleep(LOOK_MS)
    try {
      await patiently(() => bidders.look(Date.now()))
    } catch (error) {
      console.error('The simulated bidders were turned away:', error)
      await sleep(TURNED_AWAY_MS)
      // Their sessions have ended, for example after a restart on a new database.
      if (error instanceof RefusedByRules && error.status === 401) await bidders.logInAll()
    }
  }
}

await main()
