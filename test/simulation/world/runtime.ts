import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import timers from 'node:timers/promises'
import { SimulatedSocket } from './socket.ts'
import { EPOCH, type Actor, type Task, type World } from './world.ts'

let world: World | null = null

/** The world that the replaced clocks, timers, sockets and randomness belong to; null: the real ones. */
export function enter(entered: World | null): void {
  world = entered
}

function currentWorld(): World {
  if (world === null) throw new Error('nothing is simulated at present')
  return world
}

const real = {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
  now: Date.now,
  randomBytes: crypto.randomBytes,
}

/** Nothing happens twice within one pass of an event loop that is not at least this much later, in ms. */
const PASS_MS = 0.01

class SimulatedTimer {
  #world: World
  #actor: Actor | null
  #task: Task
  #run: () => void
  #delayMs: number
  #repeats: boolean

  constructor(run: () => void, delayMs: number, repeats: boolean) {
    this.#world = currentWorld()
    this.#actor = this.#world.current
    this.#run = run
    this.#delayMs = delayMs
    this.#repeats = repeats
    this.#task = this.#plan()
  }

  #plan(): Task {
    const late = this.#world.order.next() * 0.5
    return this.#world.later(this.#delayMs + late, this.#actor, () => {
      if (this.#repeats) this.#task = this.#plan()
      this.#run()
    })
  }

  clear(): void {
    this.#repeats = false
    this.#task.isCanceled = true
  }

  refresh(): this {
    this.#task.isCanceled = true
    this.#task = this.#plan()
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}

/**
 * Replaces everything the server's code gets from outside, in this process: timers, clocks, randomness and sockets. The code itself
 * is unchanged. Call it once, before the server's modules are loaded.
 */
export function install(): void {
  // Made lazily from the very socket class that is replaced here.
  void process.stdout.writable
  void process.stderr.writable
  replaceTimers()
  Date.now = () => (world === null ? real.now() : Math.floor(EPOCH + world.now + (world.current?.clockOffsetMs ?? 0)))
  const monotonic = performance.now.bind(performance)
  performance.now = () => (world === null ? monotonic() : world.now)
  const cpuUsage = process.cpuUsage.bind(process)
  Object.assign(process, {
    cpuUsage: () => (world === null ? cpuUsage() : { user: Math.round(1000 * world.spend()), system: 0 }),
  })
  const { random } = Math
  Math.random = () => (world === null ? random() : world.chance.next())
  const randomBytes = (count: number) => (world === null ? real.randomBytes(count) : world.chance.bytes(count))
  Object.assign(crypto, { randomBytes })
  Object.assign(net, { Socket: SimulatedSocket })
  syncBuiltinESMExports()
}

function replaceTimers(): void {
  type Run = (...args: unknown[]) => void
  type Start = (run: Run, delayMs?: number, ...args: unknown[]) => unknown
  const planned =
    (repeats: boolean, instead: Start) =>
    (run: Run, delayMs?: number, ...args: unknown[]) =>
      world === null
        ? instead(run, delayMs, ...args)
        : new SimulatedTimer(() => run(...args), Math.max(1, delayMs ?? 0), repeats)
  const cleared = (instead: Run) => (timer: unknown) =>
    timer instanceof SimulatedTimer ? timer.clear() : instead(timer)
  Object.assign(globalThis, {
    setTimeout: planned(false, real.setTimeout),
    setInterval: planned(true, real.setInterval),
    setImmediate: (run: Run, ...args: unknown[]) =>
      world === null ? real.setImmediate(run, ...args) : world.later(PASS_MS, world.current, () => run(...args)),
    clearTimeout: cleared(real.clearTimeout as Run),
    clearInterval: cleared(real.clearInterval as Run),
  })
  Object.assign(timers, {
    setTimeout: <T>(delayMs: number, value: T) =>
      new Promise<T>((resolve) => globalThis.setTimeout(() => resolve(value), delayMs)),
    setImmediate: <T>(value: T) => new Promise<T>((resolve) => globalThis.setImmediate(() => resolve(value))),
  })
}
