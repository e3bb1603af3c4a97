import { Model, SqlError } from '../database/model.ts'
import { Session, type Obstacles } from '../database/session.ts'
import type { Network } from '../world/network.ts'
import type { Random } from '../world/random.ts'
import type { SimulatedSocket } from '../world/socket.ts'
import { EPOCH, type World } from '../world/world.ts'

/** How much goes wrong in the database and between it and the processes, all as shares. */
export type Weather = {
  /** Statements that take up to half a second. */
  slow: number
  /** Statements that take up to twelve seconds. */
  verySlow: number
  /** Statements of a transaction that end in a serialization failure. */
  turnedBack: number
  /** Hints that are lost, delivered twice or late; the same rate for each. */
  hints: number
}

/** The one database of an auction, with its sessions. Committed data survives every restart. */
export class DatabaseServer {
  readonly model: Model
  #world: World
  #network: Network
  #sessions = new Set<Session>()
  #weather: Weather
  #random: Random
  #downUntil = 0

  constructor(world: World, network: Network, random: Random, weather: Weather) {
    this.#world = world
    this.#network = network
    this.#random = random
    this.#weather = weather
    this.model = new Model({
      now: () => EPOCH + world.now,
      later: (delayMs, run) => {
        const task = world.later(delayMs, null, run)
        return () => (task.isCanceled = true)
      },
    })
    this.model.committed = (_, notifications) => {
      for (const [channel, payload] of notifications) this.#broadcast(channel, payload)
    }
    network.listen((socket) => this.#accept(socket))
  }

  /** The fault rates from now on. */
  clear(): void {
    this.#weather = { slow: 0, verySlow: 0, turnedBack: 0, hints: 0 }
  }

  /** Ends all sessions immediately and refuses new ones for `downMs`; committed data stays. */
  restart(downMs: number): void {
    this.#network.door = 'refusing'
    this.#downUntil = Math.max(this.#downUntil, this.#world.now + downMs)
    for (const session of this.#sessions) session.kill()
    this.#network.cut({ serverRespondsWithinMs: 0 })
    // It may have gone down again in the meantime.
    this.#world.later(downMs, null, () => {
      if (this.#world.now >= this.#downUntil) this.#network.door = 'open'
    })
  }

  #accept(socket: SimulatedSocket): void {
    const session = new Session(this.model, socket, this.#obstacles())
    this.#sessions.add(session)
    session.onEnd = () => this.#sessions.delete(session)
    socket.on('data', (bytes: Buffer) => session.take(bytes))
    socket.on('end', () => session.leave())
  }

  #obstacles(): Obstacles {
    return {
      costMs: (kind) => {
        const { slow, verySlow } = this.#weather
        if (this.#random.chance(verySlow)) return this.#random.between(500, 12_000)
        if (this.#random.chance(slow)) return this.#random.between(20, 500)
        return kind === 'commit' ? this.#random.between(0.2, 3) : this.#random.between(0.02, 0.3)
      },
      failure: (inTransaction) =>
        inTransaction && this.#random.chance(this.#weather.turnedBack)
          ? new SqlError('40001', 'could not serialize access')
          : null,
    }
  }

  #broadcast(channel: string, payload: string): void {
    const { hints } = this.#weather
    for (const session of this.#sessions) {
      if (!session.isListening || this.#random.chance(hints)) continue
      const times = this.#random.chance(hints) ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        const lateMs = this.#random.chance(hints) ? this.#random.between(50, 4000) : 0
        this.#world.later(lateMs, null, () => session.notify(channel, payload))
      }
    }
  }
}
