import { accountFrame, BEAT, timeFrame } from './frames.ts'
import type { Stream } from './stream.ts'

/** Interval in seconds at which a stream receives the server's time. */
const TIME_EVERY_S = 20
/** Interval in seconds at which a stream's owner is rechecked: an expired session ends within about a minute. */
const RECHECK_EVERY_S = 60
const SWEEP_EVERY_S = 5
/** More clock messages after the first, in ms after connecting. */
const CLOCK_SAMPLES_MS = [300, 900]
/** A support session has surely ended this long (ms) after its end. */
const SUPPORT_OVER_MS = 250
/** Streams that connect within this time share their clock messages: separate timers would cost more than the streams. */
const SAMPLED_TOGETHER_MS = 50
const SAMPLED_TOGETHER_MAX = 100

export type StreamsParts = { serverTime(): number; now(): number; failed(error: unknown): void }

/** All open streams of this process, by person; sends their heartbeats, and ends those that are stalled or no longer entitled. */
export class Streams {
  #parts: StreamsParts
  #all = new Set<Stream>()
  #ofAccount = new Map<string, Set<Stream>>()
  /** Those opened in a support session: they belong to the member who is shown, and end with the session of who looks. */
  #ofSupport = new Set<Stream>()
  /** Heartbeats are spread over the seconds: one timer serves the slots due this second, by heartbeat interval. */
  #slots = new Map<number, Set<Stream>[]>()
  #second = 0
  #opened = 0
  #timer: NodeJS.Timeout
  /** The newest streams, still being grouped. */
  #newcomers: Stream[] = []
  #newcomersSince = Number.NEGATIVE_INFINITY
  #emptied: (() => void) | null = null

  constructor(parts: StreamsParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#beat(), 1000)
  }

  get size(): number {
    return this.#all.size
  }

  /** The accounts with an open stream. */
  accounts(): string[] {
    return [...this.#ofAccount.keys()]
  }

  countOf(accountId: string): number {
    return this.#ofAccount.get(accountId)?.size ?? 0
  }

  of(accountId: string): Iterable<Stream> {
    return this.#ofAccount.get(accountId) ?? []
  }

  /** Staff are few among many. */
  *ofStaff(): Iterable<Stream> {
    for (const stream of this.#all) if (stream.owner.isStaff) yield stream
  }

  sendWhere(isMeant: (stream: Stream) => boolean, frame: Buffer): void {
    for (const stream of this.#all) if (stream.isOpen && isMeant(stream)) stream.send(frame)
  }

  add(stream: Stream): void {
    const { accountId, support } = stream.owner
    const mine = this.#ofAccount.get(accountId) ?? new Set()
    this.#ofAccount.set(accountId, mine.add(stream))
    this.#all.add(stream)
    if (support !== undefined) this.#addSupport(stream, support.until)
    stream.slot = this.#opened++ % RECHECK_EVERY_S
    this.#slotsOf(stream.beatS)[stream.slot]?.add(stream)
    this.#sampleClock(stream)
  }

  remove(stream: Stream): void {
    const { accountId } = stream.owner
    const mine = this.#ofAccount.get(accountId)
    mine?.delete(stream)
    if (mine?.size === 0) this.#ofAccount.delete(accountId)
    this.#all.delete(stream)
    this.#ofSupport.delete(stream)
    this.#slotsOf(stream.beatS)[stream.slot]?.delete(stream)
    if (this.#all.size === 0) this.#emptied?.()
  }

  /** Something about a person changed: streams no longer allowed are cut immediately, the others receive a notice. */
  async accountChanged(accountId: string): Promise<void> {
    const seen = [...this.#ofSupport].filter(({ owner }) => owner.support?.by === accountId)
    await Promise.all([...this.of(accountId), ...seen].map((stream) => this.#recheck(stream, { notify: true })))
  }

  /** Rechecks every stream, after hints may have been lost. */
  async recheckAll(): Promise<void> {
    for (const stream of this.#all) await this.#recheck(stream)
  }

  /** Ends all streams gracefully; those still open after `graceMs` are cut. */
  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#timer)
    for (const stream of this.#all) stream.end()
    if (this.#all.size > 0) {
      await new Promise<void>((resolve) => {
        const grace = setTimeout(resolve, graceMs)
        this.#emptied = () => {
          clearTimeout(grace)
          resolve()
        }
      })
    }
    for (const stream of this.#all) stream.cut()
  }

  #addSupport(stream: Stream, until: number): void {
    this.#ofSupport.add(stream)
    const leftMs = until - this.#parts.serverTime() + SUPPORT_OVER_MS
    setTimeout(() => {
      if (this.#ofSupport.has(stream)) void this.#recheck(stream)
    }, leftMs).unref()
  }

  #sampleClock(stream: Stream): void {
    const now = this.#parts.now()
    if (now - this.#newcomersSince > SAMPLED_TOGETHER_MS || this.#newcomers.length >= SAMPLED_TOGETHER_MAX) {
      const together: Stream[] = []
      this.#newcomers = together
      this.#newcomersSince = now
      for (const delay of CLOCK_SAMPLES_MS) {
        setTimeout(() => {
          const frame = timeFrame(this.#parts.serverTime())
          for (const each of together) each.send(frame)
        }, delay).unref()
      }
    }
    this.#newcomers.push(stream)
  }

  async #recheck(stream: Stream, { notify = false } = {}): Promise<void> {
    try {
      if (!(await stream.owner.isStillEntitled())) stream.cut()
      else if (notify) stream.send(accountFrame(this.#parts.serverTime()))
    } catch (error) {
      // A failed check is no reason to cut the stream: the next recheck tries again.
      this.#parts.failed(error)
    }
  }

  #slotsOf(beatS: number): Set<Stream>[] {
    const known = this.#slots.get(beatS)
    if (known !== undefined) return known
    const made = Array.from({ length: RECHECK_EVERY_S }, () => new Set<Stream>())
    this.#slots.set(beatS, made)
    return made
  }

  #beat(): void {
    this.#second += 1
    const time = timeFrame(this.#parts.serverTime())
    for (const [beatS, slots] of this.#slots) {
      for (let since = 0; since < RECHECK_EVERY_S; since += beatS) {
        const frame = since % TIME_EVERY_S === 0 ? time : BEAT
        for (const stream of slots[(this.#second + since) % RECHECK_EVERY_S] ?? []) {
          stream.send(frame)
          if (since === 0) void this.#recheck(stream)
        }
      }
    }
    if (this.#second % SWEEP_EVERY_S !== 0) return
    const now = this.#parts.now()
    for (const stream of this.#all) stream.sweep(now)
  }
}
