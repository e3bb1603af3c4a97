import type { PlannedFault } from '../plan.ts'
import type { Trace } from '../trace.ts'
import type { Network } from '../world/network.ts'
import type { Random } from '../world/random.ts'
import type { World } from '../world/world.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Fleet } from './fleet.ts'

const HOUR_MS = 3_600_000

export type MisfortuneParts = {
  world: World
  fleet: Fleet
  network: Network
  database: DatabaseServer
  random: Random
  trace: Trace
}

/** Triggers a planned fault now. */
export function strike(fault: PlannedFault, { world, fleet, network, database, random, trace }: MisfortuneParts): void {
  const { kind, slot, forMs, size } = fault
  const actor = fleet.at(slot)
  trace.note('fate', `${kind} of ${actor.name} for ${forMs} ms`)
  switch (kind) {
    case 'crash':
      // At a random point between two effects that others can notice.
      actor.effectsLeft = 1 + Math.floor(size * 30)
      return
    case 'vanish':
      return fleet.end(slot, forMs, 'vanish')
    case 'pause':
      return fleet.pause(slot, forMs)
    case 'cut':
      return network.cut({ actor, one: size < 0.5, serverRespondsWithinMs: random.pick([1, 50, 3000]) })
    case 'hold':
      return network.hold(size < 0.3 ? null : actor, world.now + forMs)
    case 'database':
      return database.restart(forMs)
    case 'clock':
      actor.clockOffsetMs += (size < 0.5 ? -1 : 1) * HOUR_MS
      return
    case 'outage':
      for (let each = 0; each < fleet.slots.length; each += 1) fleet.end(each, forMs, 'die')
      return
    default:
      return kind satisfies never
  }
}
