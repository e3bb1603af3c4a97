import type { Keys } from '#server/platform/keys.ts'
import type { Trace } from '../trace.ts'
import type { Random } from '../world/random.ts'
import { Actor, type World } from '../world/world.ts'
import { ServerProcess } from './server-process.ts'

/** When a process was ready to take bids, in ms of the world. */
export type Service = { slot: number; from: number; to: number }
/** When a process was stalled. */
export type Pause = { actor: Actor; from: number; to: number }
/** A request as its process saw it; `answeredAt` null: not yet. */
export type Request = { actor: Actor; arrivedAt: number; answeredAt: number | null }

const CLIENT_PATIENCE_MS = 15_000

/** The server processes, each in its slot, and the supervisor that restarts them. */
export class Fleet {
  readonly slots: { actor: Actor; process: ServerProcess | null; startsNotBefore: number; since: number }[] = []
  readonly services: Service[] = []
  readonly pauses: Pause[] = []
  readonly requests: Request[] = []
  /** Share of answers lost on their way. */
  answersLost = 0
  #world: World
  #random: Random
  #keys: Keys
  #trace: Trace
  #started = 0

  constructor(world: World, random: Random, keys: Keys, trace: Trace, count: number) {
    this.#world = world
    this.#random = random
    this.#keys = keys
    this.#trace = trace
    for (let slot = 0; slot < count; slot += 1) this.#start(slot, slot * random.between(0, 400))
  }

  /** A process that takes bids, or null. */
  pick(): ServerProcess | null {
    const serving = this.slots.flatMap(({ process }) =>
      process !== null && process.actor.isAlive && process.isServing ? [process] : [],
    )
    return serving.length === 0 ? null : this.#random.pick(serving)
  }

  /** Which process it is, for the trace. */
  at(slot: number): Actor {
    return this.slots[slot]!.actor
  }

  end(slot: number, downMs: number, how: 'die' | 'vanish'): void {
    const place = this.slots[slot]!
    place.startsNotBefore = Math.max(place.startsNotBefore, this.#world.now + downMs)
    if (place.actor.isAlive) place.actor[how]()
    // A process that is still starting also dies.
    this.#startAgain(slot, place.actor)
  }

  pause(slot: number, forMs: number): void {
    const { actor } = this.slots[slot]!
    actor.pausedUntil = this.#world.now + forMs
    this.pauses.push({ actor, from: this.#world.now, to: actor.pausedUntil })
  }

  /** Sends a request to a process: its answer, or `lost` without one. */
  send<T>(process: ServerProcess, action: (process: ServerProcess) => Promise<T>): Promise<T | 'lost'> {
    const { actor } = process
    return new Promise((resolve) => {
      const lost = () => void this.#world.later(this.#random.between(0.2, 2), null, () => resolve('lost'))
      this.#world.later(CLIENT_PATIENCE_MS, null, () => resolve('lost'))
      if (!actor.isAlive) return lost()
      actor.onDeath.add(lost)
      this.#world.later(this.#random.between(0.2, 5), actor, () => {
        const request: Request = { actor, arrivedAt: this.#world.now, answeredAt: null }
        this.requests.push(request)
        const settle = (answer: T | 'lost') => {
          request.answeredAt = this.#world.now
          if (!actor.mayTakeAction()) return
          actor.onDeath.delete(lost)
          if (this.#random.chance(this.answersLost)) return lost()
          this.#world.later(this.#random.between(0.2, 5), null, () => resolve(answer))
        }
        action(process).then(settle, (error: unknown) => {
          this.#world.uncaught.push(`a request failed: ${String(error instanceof Error ? error.stack : error)}`)
          settle('lost')
        })
      })
    })
  }

  #start(slot: number, delayMs: number): void {
    const actor = new Actor(`process ${slot}.${this.#started++}`)
    const place = { actor, process: null as ServerProcess | null, startsNotBefore: 0, since: Number.POSITIVE_INFINITY }
    this.slots[slot] = place
    this.#world.later(delayMs, actor, () => {
      ServerProcess.start(actor, this.#keys).then(
        (process) => {
          place.process = process
          place.since = this.#world.now
          this.#trace.note(actor.name, 'serves')
        },
        (error: unknown) => {
          this.#trace.note(actor.name, `cannot start: ${String(error)}`)
          actor.die()
          this.#startAgain(slot, actor)
        },
      )
      actor.onDeath.add(() => this.#startAgain(slot, actor))
    })
  }

  #startAgain(slot: number, gone: Actor): void {
    const place = this.slots[slot]!
    if (place.actor !== gone) return
    this.#trace.note(gone.name, 'is dead')
    if (place.since < this.#world.now) this.services.push({ slot, from: place.since, to: this.#world.now })
    const downMs = Math.max(this.#random.between(200, 1500), place.startsNotBefore - this.#world.now)
    this.#start(slot, downMs)
  }

  /** All services, including the current ones. */
  allServices(): Service[] {
    const lasting = this.slots.flatMap(({ since, actor }, slot) =>
      actor.isAlive && since < this.#world.now ? [{ slot, from: since, to: this.#world.now }] : [],
    )
    return [...this.services, ...lasting]
  }
}
