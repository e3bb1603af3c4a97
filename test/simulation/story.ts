import type { Keys } from '#server/platform/keys.ts'
import type { Sent } from './actors/bidder.ts'
import type { DatabaseServer } from './actors/database-server.ts'
import type { Fleet } from './actors/fleet.ts'
import type { Watcher } from './actors/watcher.ts'
import type { Plan } from './plan.ts'
import type { Trace } from './trace.ts'
import type { World } from './world/world.ts'

/** Everything a simulated auction left behind. */
export type Story = {
  plan: Plan
  trace: Trace
  world: World
  database: DatabaseServer
  fleet: Fleet
  keys: Keys
  watchers: Watcher[]
  sent: Sent[]
  /** When the faults ended, in ms of the world. */
  calmAt: number
  /** True: everything ended in time. */
  isSettled: boolean
}

export type Result = { story: Story; broken: string[] }
