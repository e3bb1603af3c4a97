import { Heap, type Due } from './heap.ts'
import { Random } from './random.ts'

/** A simulated operating system process: its tasks, its clock, and whether it is alive. */
export class Actor {
  readonly name: string
  isAlive = true
  /** Stalled until then (ms of the world), as after SIGSTOP. */
  pausedUntil = 0
  /** How far its wall clock is off, in ms. */
  clockOffsetMs = 0
  /** It dies after this many more effects that others could notice. */
  effectsLeft = Number.POSITIVE_INFINITY
  /** Ends its connections when it dies. */
  readonly onDeath = new Set<() => void>()

  constructor(name: string) {
    this.name = name
  }

  /** Called before every effect that others can notice. False: the actor is dead and has no further effects. */
  mayTakeAction(): boolean {
    if (!this.isAlive) return false
    this.effectsLeft -= 1
    if (this.effectsLeft > 0) return true
    this.die()
    return false
  }

  die(): void {
    if (!this.isAlive) return
    this.isAlive = false
    for (const react of this.onDeath) react()
    this.onDeath.clear()
  }

  /** Loses power: the actor is gone, and no peer is notified that its connections ended. */
  vanish(): void {
    this.onDeath.clear()
    this.die()
  }
}

export type Task = Due & { actor: Actor | null; run: () => void; isCanceled: boolean }

/** The wall clock time at 0 of the world. */
export const EPOCH = Date.UTC(2030, 4, 4, 10)

const turn = setImmediate

/**
 * Virtual time and everything due in it. One task runs at a time, with all promises that it settles, before the next one. The order
 * is drawn from the seed, so the seed determines the whole story.
 */
export class World {
  now = 0
  current: Actor | null = null
  /** Counts tasks: bytes written within one task leave together. */
  tasks = 0
  /** Times and latencies. */
  readonly order: Random
  /** The processes' source of randomness: ids, nonces. */
  readonly chance: Random
  /** Uncaught errors: each would have ended a process. */
  readonly uncaught: string[] = []
  #heap = new Heap<Task>()
  #number = 0
  #spentMs = 0

  constructor(random: Random) {
    this.order = random.fork()
    this.chance = random.fork()
  }

  /** Runs `run` for `actor` (null: not tied to an actor that can die) after `delayMs`. */
  later(delayMs: number, actor: Actor | null, run: () => void): Task {
    const task = {
      at: this.now + delayMs,
      order: this.order.next(),
      number: this.#number++,
      actor,
      run,
      isCanceled: false,
    }
    this.#heap.push(task)
    return task
  }

  /** The processor time so far, in ms: work between two readings takes next to nothing, and occasionally long. */
  spend(): number {
    this.#spentMs += this.order.chance(0.01) ? this.order.between(20, 400) : this.order.between(0, 0.2)
    return this.#spentMs
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.later(delayMs, this.current, resolve))
  }

  /** Runs due tasks until `isOver`, at most to `untilMs`. */
  async run(untilMs: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const task = this.#heap.pop()
      if (task === undefined) return
      if (task.at > untilMs) return this.#heap.push(task)
      if (task.isCanceled || task.actor?.isAlive === false) continue
      if (task.actor !== null && task.actor.pausedUntil > Math.max(task.at, this.now)) {
        // In the order in which it would have come.
        task.at = task.actor.pausedUntil
        task.order = 0
        this.#heap.push(task)
        continue
      }
      await this.#perform(task)
    }
  }

  async #perform(task: Task): Promise<void> {
    this.now = Math.max(this.now, task.at)
    this.current = task.actor
    this.tasks += 1
    try {
      task.run()
    } catch (error) {
      this.uncaught.push(String(error instanceof Error ? error.stack : error))
    }
    await new Promise<void>((resolve) => turn(resolve))
    this.current = null
  }
}
