import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { PlannedLot, PlannedWatcher } from '../plan.ts'
import type { Trace } from '../trace.ts'
import type { Random } from '../world/random.ts'
import { SimulatedSocket } from '../world/socket.ts'
import type { Actor, World } from '../world/world.ts'
import type { Fleet } from './fleet.ts'

/** One connection of a watcher: the sequences it sent on connecting, and everything it received. */
export type Connection = {
  actor: Actor
  since: Map<string, number>
  messages: FeedMessage[]
  isOpen: boolean
  openedAt: number
}

/** A client reconnects after this long without a byte, in ms; the heartbeat comes every 20 s. */
const SILENCE_MS = 45_000

export type WatcherParts = { world: World; fleet: Fleet; random: Random; trace: Trace; lots: PlannedLot[] }

/** Watches all lots, resumes from its last state whenever the connection ends, and sometimes reads slowly. */
export class Watcher {
  readonly plan: PlannedWatcher
  readonly connections: Connection[] = []
  #parts: WatcherParts
  #held = new Map<string, number>()
  #isStopped = false

  constructor(plan: PlannedWatcher, parts: WatcherParts) {
    this.plan = plan
    this.#parts = parts
  }

  stop(): void {
    this.#isStopped = true
  }

  async watch(): Promise<void> {
    const { world, random } = this.#parts
    await world.wait(this.plan.comesAtMs)
    while (!this.#isStopped) {
      await this.#connect()
      await world.wait(random.between(50, 1000))
    }
  }

  /** Resolves when the connection is over. */
  async #connect(): Promise<void> {
    const { world, fleet, lots, trace } = this.#parts
    const process = fleet.pick()
    if (process === null) return
    const since = [...this.#held].map(([lotId, sequence]) => `${lotId}.${sequence}`).join(',')
    const socket = this.#socketOf(process.actor)
    const connection: Connection = {
      actor: process.actor,
      since: new Map(this.#held),
      messages: [],
      isOpen: true,
      openedAt: world.now,
    }
    const asked = {
      lots: this.plan.byAuction ? [] : lots.map(({ id }) => id),
      auctions: this.plan.byAuction ? [lots[0]!.auctionId] : [],
      since: since === '' ? undefined : since,
    }
    const ended = this.#read(socket, connection)
    trace.note(
      `watcher ${this.plan.id.slice(-1)}`,
      `→ ${process.actor.name} since ${since.replaceAll(/\S{35}(?=\S\.)/g, '')}`,
    )
    const opened = await fleet.send(process, (each) => each.watch(socket.peer!, this.plan.id, asked))
    if (opened !== true) {
      socket.destroy()
      return
    }
    this.connections.push(connection)
    await ended
    connection.isOpen = false
  }

  /** The client's end of a new connection; its other end belongs to the process. */
  #socketOf(actor: Actor): SimulatedSocket {
    const { world } = this.#parts
    const before = world.current
    world.current = null
    const mine = new SimulatedSocket()
    world.current = actor
    const theirs = new SimulatedSocket()
    world.current = before
    mine.peer = theirs
    theirs.peer = mine
    if (this.plan.pace === 'slow') theirs.weight = 400
    return mine
  }

  #read(socket: SimulatedSocket, connection: Connection): Promise<void> {
    const { world, random } = this.#parts
    let rest = ''
    let lastReceivedAt = world.now
    socket.on('data', (bytes: Buffer) => {
      lastReceivedAt = world.now
      const events = (rest + bytes.toString()).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) this.#receive(event, connection)
      if (this.plan.pace === 'slow' && random.chance(0.1)) this.#pause(socket)
    })
    return new Promise((resolve) => {
      const look = () => {
        if (socket.destroyed) return
        if (world.now - lastReceivedAt > SILENCE_MS || this.#isStopped) socket.destroy()
        else world.later(1000, null, look)
      }
      look()
      socket.on('close', resolve)
    })
  }

  #pause(socket: SimulatedSocket): void {
    const { world, random } = this.#parts
    socket.isReading = false
    world.later(random.pick([500, 3000, 40_000]), null, () => socket.resume())
  }

  #receive(event: string, connection: Connection): void {
    const data = event.split('\n').find((line) => line.startsWith('data: '))
    if (data === undefined) return
    const message = JSON.parse(data.slice(6)) as FeedMessage
    connection.messages.push(message)
    const who = `watcher ${this.plan.id.slice(-1)}`
    if (message.type === 'lot') {
      const { lotId, sequence, status, price } = message.standing
      this.#held.set(lotId, sequence)
      this.#parts.trace.note(
        who,
        `receives lot ${lotId.slice(-1)}: ${message.from} → ${sequence}, ${status} at ${price}`,
      )
    } else if (message.type === 'resync') {
      this.#held.clear()
      this.#parts.trace.note(who, 'has to re-read')
    }
  }
}
