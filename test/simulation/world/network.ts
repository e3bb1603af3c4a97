import { plugInto, SimulatedSocket, type Wire } from './socket.ts'
import type { Actor, World } from './world.ts'

/** Why a connection can't be made at present. */
type Door = 'open' | 'refusing'

/** The simulated network: makes and breaks all connections. */
export class Network implements Wire {
  readonly world: World
  door: Door = 'open'
  #accept: (socket: SimulatedSocket) => void = () => undefined
  /** Client ends of all connections to the database. */
  #open = new Set<SimulatedSocket>()
  #held = new Map<Actor | null, number>()

  constructor(world: World) {
    this.world = world
    plugInto(this)
  }

  /** The server side of a connection: the database. */
  listen(accept: (socket: SimulatedSocket) => void): void {
    this.#accept = accept
  }

  latencyMs(): number {
    const { order } = this.world
    return order.chance(0.01) ? order.between(1, 30) : order.between(0.05, 0.6)
  }

  /** Blocks all traffic between an actor (null: all actors) and the database until `untilMs`; neither side is notified. */
  hold(actor: Actor | null, untilMs: number): void {
    this.#held.set(actor, Math.max(untilMs, this.#held.get(actor) ?? 0))
  }

  heldUntil(socket: SimulatedSocket): number {
    if (!this.#open.has(socket) && (socket.peer === null || !this.#open.has(socket.peer))) return 0
    const actor = socket.actor ?? socket.peer?.actor ?? null
    return Math.max(this.#held.get(null) ?? 0, this.#held.get(actor) ?? 0)
  }

  dial(socket: SimulatedSocket): void {
    const { world } = this
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    const attempt = () => {
      if (socket.destroyed) return
      const held = this.heldUntil(socket)
      if (held > world.now) return void world.later(held - world.now + 1, socket.actor, attempt)
      if (this.door === 'refusing') return void socket.destroy(broken('ECONNREFUSED'))
      this.#connect(socket)
    }
    world.later(this.latencyMs(), socket.actor, attempt)
  }

  #connect(socket: SimulatedSocket): void {
    const before = this.world.current
    this.world.current = null
    const other = new SimulatedSocket()
    this.world.current = before
    socket.peer = other
    other.peer = socket
    this.#accept(other)
    socket.emit('connect')
  }

  /** Breaks all connections to the database, or those of one actor, or one of them. */
  cut(which: { actor?: Actor; one?: boolean; serverRespondsWithinMs: number }): void {
    const all = [...this.#open].filter((socket) => which.actor === undefined || socket.actor === which.actor)
    for (const socket of which.one === true && all.length > 0 ? [this.world.order.pick(all)] : all) {
      this.#break(socket, which.serverRespondsWithinMs)
    }
  }

  /** The client is notified immediately, the server later; part of what is on its way to the server may still arrive. */
  #break(socket: SimulatedSocket, serverRespondsWithinMs: number): void {
    const { world } = this
    const { peer } = socket
    socket.writable = false
    socket.lose(world.order.int(3))
    peer?.lose(0)
    if (peer !== null) world.later(world.order.between(0, serverRespondsWithinMs), null, () => peer.receiveEnd())
    world.later(this.latencyMs(), socket.actor, () => socket.destroy(broken('ECONNRESET')))
  }
}

function broken(code: string): Error {
  return Object.assign(new Error(`simulated ${code}`), { code })
}
