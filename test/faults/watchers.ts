import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'
import type { CastMember } from '#test/cast.ts'
import type { Balancer } from './balancer.ts'

const AGAIN_MS = 150
const LOTS_EACH = 2

export type WatchersOptions = { balancer: Balancer; crowd: CastMember[]; lotIds: string[]; count: number }

/** Streams of the live feed, spread over all processes; each resumes from its last state after it is cut. */
export class Watchers {
  readonly all: Watcher[]
  #ended = false

  constructor({ balancer, crowd, lotIds, count }: WatchersOptions) {
    this.all = Array.from({ length: count }, (_, place) => {
      const lots = Array.from({ length: LOTS_EACH }, (__, next) => lotIds[(place + next) % lotIds.length]!)
      return new Watcher(crowd[place % crowd.length]!.token, lots, () => balancer.at(place).port)
    })
  }

  start(): void {
    for (const watcher of this.all) void this.#keep(watcher)
  }

  /** All faults in any stream, each once. */
  faults(): string[] {
    return [...new Set(this.all.flatMap(({ faults }) => faults))]
  }

  /** Whether every stream has caught up with the database. */
  haveReached(standings: readonly { lotId: string; sequence: number; price: number | null }[]): boolean {
    return this.all.every(({ held }) =>
      standings.every(({ lotId, sequence, price }) => {
        const mine = held.get(lotId)
        return mine === undefined || (mine.sequence === sequence && mine.price === price)
      }),
    )
  }

  get connected(): number {
    return this.all.filter(({ isOpen }) => isOpen).length
  }

  stop(): void {
    this.#ended = true
    for (const watcher of this.all) watcher.cut()
  }

  async #keep(watcher: Watcher): Promise<void> {
    while (!this.#ended) {
      await watcher.watch()
      await wait(AGAIN_MS * (1 + Math.random()))
    }
  }
}

type Held = { sequence: number; price: number | null }

/** One stream: what it holds of each lot, and every violation of invariant 6 in it, except at the end of the stream. */
class Watcher {
  /** `sequence` -1: nothing came yet. */
  readonly held: Map<string, Held>
  readonly faults: string[] = []
  connections = 0
  messages = 0
  /** How far the stream's clock was from this machine's, at most, ms. */
  clockOffMs = 0
  #token: string
  #portNow: () => number
  #request: http.ClientRequest | null = null
  #isOpen = false
  /** Lots whose next message may start with a new standing instead of continuing the sequence. */
  #restarted = new Set<string>()

  constructor(token: string, lots: string[], portNow: () => number) {
    this.#token = token
    this.#portNow = portNow
    this.held = new Map(lots.map((lotId) => [lotId, { sequence: -1, price: null }]))
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Resolves when the stream has ended, however it did. */
  watch(): Promise<void> {
    const since = [...this.held].filter(([, { sequence }]) => sequence >= 0)
    const query = `lots=${[...this.held.keys()].join()}&since=${since.map(([id, { sequence }]) => `${id}.${sequence}`).join()}`
    this.#restarted = new Set(this.held.keys())
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${this.#token}` }
      const at = `http://127.0.0.1:${this.#portNow()}/api/feed?${query}`
      const request = http.get(at, { headers, agent: false }, (response) => {
        if (response.statusCode === 200) this.#read(response)
        else response.resume()
      })
      this.#request = request
      request.on('error', () => undefined)
      request.on('close', () => {
        this.#isOpen = false
        resolve()
      })
    })
  }

  cut(): void {
    this.#request?.destroy()
  }

  #read(response: http.IncomingMessage): void {
    this.#isOpen = true
    this.connections += 1
    let rest = ''
    response.setEncoding('utf8')
    response.on('error', () => undefined)
    response.on('data', (piece: string) => {
      const events = (rest + piece).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const at = event.indexOf('data: ')
        if (at >= 0) this.#receive(JSON.parse(event.slice(at + 6)) as FeedMessage)
      }
    })
  }

  #receive(message: FeedMessage): void {
    this.messages += 1
    this.clockOffMs = Math.max(this.clockOffMs, Math.abs(message.serverTime - Date.now()))
    if (message.type === 'resync') this.#restarted = new Set(this.held.keys())
    if (message.type === 'lot') this.#receiveLot(message)
  }

  #receiveLot({ from, lines, standing }: LotMessage): void {
    const { lotId, sequence, price } = standing
    const held = this.held.get(lotId)
    if (held === undefined) return void this.faults.push('a lot came that nobody asked for')
    const restarts = this.#restarted.delete(lotId) && lines.length === 0 && from === sequence
    if (!restarts && from !== held.sequence) this.faults.push(`lines from ${from} where ${held.sequence} was held`)
    if (sequence < held.sequence) this.faults.push(`the stream went back from ${held.sequence} to ${sequence}`)
    const isWhole = lines.every((line, index) => line.sequence === from + index + 1)
    if (!isWhole) this.faults.push(`lines after ${from} have gaps`)
    if (from + lines.length !== sequence) this.faults.push(`lines end at ${from + lines.length}, not at ${sequence}`)
    this.held.set(lotId, { sequence, price })
  }
}
