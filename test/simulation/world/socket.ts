import { EventEmitter } from 'node:events'
import type { Actor, World } from './world.ts'

/** What a socket needs from its network. */
export type Wire = {
  world: World
  /** Called for a socket that wants to be connected. */
  dial(socket: SimulatedSocket): void
  latencyMs(): number
  /** Until when nothing goes through between these two, in ms of the world; 0: it goes through. */
  heldUntil(socket: SimulatedSocket): number
}

type Chunk = { bytes: Buffer; task: number }

let wire: Wire | null = null

/** The network that new sockets belong to. */
export function plugInto(network: Wire): void {
  wire = network
}

/** Bytes a socket may buffer before it asks the writer to wait (Node's default). */
const HIGH_WATER_BYTES = 65_536

/** The part of a message in which it may be cut: a story must not depend on how long the text of a statement is. */
const CUT_BYTES = 200

/**
 * One end of a simulated TCP connection, with as much of `net.Socket` as the driver of PostgreSQL and the feed use. What is written in
 * one task leaves together, arrives later, in order, and perhaps in two pieces; or not at all.
 */
export class SimulatedSocket extends EventEmitter {
  readonly wire: Wire
  readonly actor: Actor | null
  peer: SimulatedSocket | null = null
  writable = true
  destroyed = false
  bytesWritten = 0
  /** Every byte counts so often: a small message can stand for a large one. */
  weight = 1
  /** False: reads nothing from the connection for a while. */
  isReading = true
  #outgoing: Chunk[] = []
  #arrivesAt = 0
  #unread: Chunk[] = []
  #wantsDrain = false
  #isEnding = false

  constructor() {
    super()
    if (wire === null) throw new Error('there is no network to plug into')
    this.wire = wire
    this.actor = wire.world.current
    this.actor?.onDeath.add(this.#die)
  }

  #die = (): void => {
    this.destroy()
  }

  get writableLength(): number {
    return this.weight * this.#waitingBytes()
  }

  get writableNeedDrain(): boolean {
    return this.writableLength >= HIGH_WATER_BYTES
  }

  connect(): this {
    this.wire.dial(this)
    return this
  }

  write(bytes: Buffer, done?: () => void): boolean {
    if (!this.writable || (this.actor !== null && !this.actor.mayTakeAction())) return false
    this.bytesWritten += this.weight * bytes.length
    const last = this.#outgoing.at(-1)
    if (last !== undefined && last.task === this.wire.world.tasks) last.bytes = Buffer.concat([last.bytes, bytes])
    else this.#send({ bytes, task: this.wire.world.tasks })
    if (done !== undefined) queueMicrotask(done)
    if (this.writableNeedDrain) this.#wantsDrain = true
    return !this.#wantsDrain
  }

  /** Ends gracefully: what was written still arrives. */
  end(): this {
    if (this.#isEnding || this.destroyed) return this
    this.#isEnding = true
    this.writable = false
    this.#afterAll(() => this.peer?.receiveEnd())
    return this
  }

  /** Ends immediately; what is on its way arrives, and then the other side is notified of the end. */
  destroy(error?: Error): this {
    if (this.destroyed) return this
    this.destroyed = true
    this.writable = false
    this.actor?.onDeath.delete(this.#die)
    if (!this.#isEnding) this.#afterAll(() => this.peer?.receiveEnd())
    this.wire.world.later(0, this.actor, () => {
      if (error !== undefined) this.emit('error', error)
      this.emit('close')
    })
    return this
  }

  /** The connection breaks: of what is on its way at most `pieces` pieces still arrive. */
  lose(pieces: number): void {
    this.#outgoing.splice(pieces)
  }

  receiveEnd(): void {
    if (this.destroyed) return
    this.emit('end')
    this.destroy()
  }

  resume(): void {
    this.isReading = true
    const unread = this.#unread.splice(0)
    for (const chunk of unread) this.#take(chunk)
  }

  /** Called by the other end. */
  receive(chunk: Chunk): void {
    if (this.destroyed) return
    if (this.isReading) this.#take(chunk)
    else this.#unread.push(chunk)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  cork(): void {}

  uncork(): void {}

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  #take(chunk: Chunk): void {
    this.emit('data', chunk.bytes)
    const peer = this.peer
    if (peer !== null) this.wire.world.later(this.wire.latencyMs(), peer.actor, () => peer.#taken())
  }

  #taken(): void {
    if (this.destroyed || !this.#wantsDrain || this.writableNeedDrain || this.#waitingBytes() > 0) return
    this.#wantsDrain = false
    this.emit('drain')
  }

  #waitingBytes(): number {
    return this.#outgoing.reduce((sum, chunk) => sum + chunk.bytes.length, 0) + (this.peer?.unreadBytes() ?? 0)
  }

  unreadBytes(): number {
    return this.#unread.reduce((sum, chunk) => sum + chunk.bytes.length, 0)
  }

  #send(chunk: Chunk): void {
    this.#outgoing.push(chunk)
    this.#afterAll(() => this.#arrive(chunk), chunk)
  }

  /** Runs after everything sent before has arrived. */
  #afterAll(then: () => void, chunk?: Chunk): void {
    const { world } = this.wire
    const again = (at: number) => {
      this.#arrivesAt = Math.max(this.#arrivesAt, at)
      world.later(at - world.now, this.peer?.actor ?? null, attempt)
    }
    const attempt = () => {
      if (chunk !== undefined && !this.#outgoing.includes(chunk)) return
      const held = this.wire.heldUntil(this)
      if (held > world.now) return again(held + world.order.between(0.5, 1))
      const isNext = chunk === undefined ? this.#outgoing.length === 0 : this.#outgoing[0] === chunk
      if (isNext) then()
      else again(world.now + 0.1)
    }
    again(Math.max(this.#arrivesAt + 0.001, world.now + this.wire.latencyMs()))
  }

  /** Sometimes in two pieces: a byte stream has no boundaries. The cut is counted from the end, past the text of statements. */
  #arrive(chunk: Chunk): void {
    const { world } = this.wire
    if (chunk.bytes.length > CUT_BYTES && world.order.chance(0.05)) {
      const cut = chunk.bytes.length - 1 - world.order.int(CUT_BYTES)
      this.peer?.receive({ ...chunk, bytes: chunk.bytes.subarray(0, cut) })
      chunk.bytes = chunk.bytes.subarray(cut)
      chunk.task = -1
      world.later(0.3, this.peer?.actor ?? null, () => this.#arriveWhole(chunk))
    } else this.#arriveWhole(chunk)
  }

  #arriveWhole(chunk: Chunk): void {
    const at = this.#outgoing.indexOf(chunk)
    if (at < 0) return
    this.#outgoing.splice(at, 1)
    this.peer?.receive(chunk)
  }
}
