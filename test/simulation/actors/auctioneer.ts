import type { PlannedLot } from '../plan.ts'
import type { Trace } from '../trace.ts'
import type { Random } from '../world/random.ts'
import type { World } from '../world/world.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Fleet } from './fleet.ts'

export type AuctioneerParts = {
  world: World
  fleet: Fleet
  database: DatabaseServer
  random: Random
  trace: Trace
  lots: PlannedLot[]
  /** True when no lot takes bids any more. */
  isOver(): boolean
}

const ACTIONS = ['fair-warning', 'fair-warning', 'hammer', 'pass'] as const

/** The person who runs a live auction: decides on the standing they see, which bids in flight may have moved since. */
export class Auctioneer {
  #parts: AuctioneerParts

  constructor(parts: AuctioneerParts) {
    this.#parts = parts
  }

  async work(): Promise<void> {
    const { world, random, lots, fleet, database, trace, isOver } = this.#parts
    if (lots[0]!.terms.auctionKind !== 'live') return
    while (!isOver()) {
      await world.wait(random.between(300, 4000))
      const open = database.model.rows('standing').find(({ status }) => status === 'open')
      const process = fleet.pick()
      if (open === undefined || process === null) continue
      const lotId = String(open.lot_id)
      const seen = Number(open.sequence)
      const type = random.pick(ACTIONS)
      await world.wait(random.between(0, 40))
      const answer = await fleet.send(process, (at) => at.direct(lotId, type, seen))
      trace.note('auctioneer', `${type} on lot ${lotId.slice(-1)} at ${seen}: ${answer}`)
    }
  }
}
