import { createHash } from 'node:crypto'
import type { World } from './world/world.ts'

/** What happened in one simulated auction, in order. Two runs of a seed have identical traces. */
export class Trace {
  readonly lines: string[] = []
  #world: World

  constructor(world: World) {
    this.#world = world
  }

  note(who: string, what: string): void {
    this.lines.push(`${(this.#world.now / 1000).toFixed(4).padStart(9)} s  ${who.padEnd(11)} ${what}`)
  }

  digest(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('hex').slice(0, 16)
  }
}
