import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectHouse, HouseSaysNo } from './house-client.ts'
import { randomFrom } from './random.ts'
import { patiently, SimulatedBidders } from './simulated-bidders.ts'

/**
 * The demo's simulated bidders: a process of its own that knows nothing but the public API. Started by the house in demo mode with
 * PADDOCK_URL; ends with the process that started it, and at once where the house is no demo.
 */

const LOOK_MS = 4_000
const TURNED_AWAY_MS = 10_000

/** Standard input is a pipe from the house. It breaks when the house dies, also by kill -9, and even while this process begins. */
function endWithParent(): void {
  for (const end of ['end', 'error', 'close']) process.stdin.on(end, () => process.exit(0))
  process.stdin.resume()
  process.on('SIGTERM', () => process.exit(0))
  // A hand's interrupt goes to the whole group; the house stops and this process with it.
  process.on('SIGINT', () => process.exit(0))
}

async function main(): Promise<void> {
  endWithParent()
  const house = connectHouse(process.env['PADDOCK_URL'] ?? 'http://localhost:3000')
  const { demo } = await patiently(() => house.terms())
  if (!demo) {
    console.error('This house is no demo: simulated bidders do not bid here.')
    process.exitCode = 1
    return
  }
  const bidders = new SimulatedBidders(house, randomFrom(randomUUID()))
  await bidders.logInAll()
  for (;;) {
    await sleep(LOOK_MS)
    try {
      await patiently(() => bidders.look(Date.now()))
    } catch (error) {
      console.error('The simulated bidders were turned away:', error)
      await sleep(TURNED_AWAY_MS)
      // Sessions ended, such as after a restart on a new database.
      if (error instanceof HouseSaysNo && error.status === 401) await bidders.logInAll()
    }
  }
}

await main()
