import { setImmediate } from 'node:timers/promises'
import type { LedgerLine, Standing } from '#contract/bidding/bidding.ts'
import { conflate, type Conflater } from './conflate.ts'
import { lotFrame } from './frames.ts'
import { pack } from '#server/fast-path/packed.ts'

/** A stream as a channel sees it. */
export type Watcher = {
  /** False when the stream fell behind or closed; it is then no longer live here. */
  send(frame: Buffer): boolean
  /** False while much is queued for it; `retry` of the channel is called once there is room. */
  hasRoomFor(channel: { retry(): void }): boolean
}

/** A lot's standing and the ledger lines after a sequence, from one snapshot of the database. */
export type StandingAndLines = { standing: Standing; lines: LedgerLine[] }

export type ChannelParts = {
  /** Null where the lot has no standing. */
  read(lotId: string, after: number): Promise<StandingAndLines | null>
  serverTime(): number
  /** Monotonic, in ms. */
  now(): number
  /** CPU time used by this process, in ms; wall time where it is missing. */
  spent?(): number
  tickMs: number
  /** Counts every encoding of a lot message. */
  encoded(): void
  failed(error: unknown): void
  /** Every watcher of the lot has received the lines committed since `since` (the database's clock, ms). */
  delivered(lotId: string, watchers: number, since: number): void
}

/** Lines kept for streams that reconnect; a stream that missed more receives the standing and re-reads. */
const RESUME_LINES_MAX = 500
/** Sockets written in a row before other work gets its turn. */
const WRITES_AT_ONCE = 500
/** A message to at least this many receivers is worth compressing. */
const PACKED_FOR = 20

/**
 * One lot and its watchers in this process. Invariants: `#lines` end at the standing's sequence without a gap; every live watcher holds
 * `#sent`, so one buffer serves all; a watcher becomes live only by a message that brings it to `#sent`.
 */
export class LotChannel {
  readonly lotId: string
  #parts: ChannelParts
  #ticks: Conflater
  #standing: Standing | null = null
  #lines: LedgerLine[] = []
  #sent = 0
  #wanted = 0
  #live = new Set<Watcher>()
  /** Watchers waiting for their first message, with the sequence they hold (null: none). */
  #joining = new Map<Watcher, number | null>()
  #reading = false

  constructor(lotId: string, parts: ChannelParts) {
    this.lotId = lotId
    this.#parts = parts
    this.#ticks = conflate(parts.tickMs, () => this.#flush(), parts.now, parts.spent)
  }

  get sequence(): number {
    return this.#standing?.sequence ?? 0
  }

  get isLoaded(): boolean {
    return this.#standing !== null
  }

  get isWatched(): boolean {
    return this.#live.size > 0 || this.#joining.size > 0
  }

  join(watcher: Watcher, held: number | null): void {
    this.#live.delete(watcher)
    this.#joining.set(watcher, held)
    this.retry()
  }

  leave(watcher: Watcher): void {
    this.#live.delete(watcher)
    this.#joining.delete(watcher)
  }

  /** Sets the first standing. */
  load(standing: Standing): void {
    if (!this.isLoaded) this.#startFrom(standing)
  }

  /** Sets a new standing after history was lost. */
  reload(standing: Standing): void {
    this.#wanted = 0
    this.#startFrom(standing)
  }

  /** Every watcher starts over. */
  #startFrom(standing: Standing): void {
    this.#standing = standing
    this.#lines = []
    this.#sent = standing.sequence
    for (const watcher of this.#live) this.#joining.set(watcher, null)
    this.#live.clear()
    this.#ticks.mark()
    if (this.#wanted > standing.sequence) this.want(this.#wanted)
  }

  /** Applies what this process committed. Lines with a gap before them (another process committed) are read from the table. */
  apply(standing: Standing, lines: LedgerLine[]): void {
    const news = lines.filter((line) => line.sequence > this.sequence)
    if (this.#standing !== null && standing.sequence <= this.sequence) return
    if (this.#standing === null || news[0]?.sequence !== this.sequence + 1) return this.want(standing.sequence)
    this.#standing = standing
    for (const line of news) this.#lines.push(line)
    this.#ticks.mark()
  }

  /** The lot is known to have reached `sequence`: reads what is missing, with at most one read under way. */
  want(sequence: number): void {
    this.#wanted = Math.max(this.#wanted, sequence)
    if (this.isLoaded && this.#wanted > this.sequence) void this.#catchUp()
  }

  /** Retries admitting the waiting watchers. */
  retry(): void {
    if (this.isLoaded) this.#ticks.mark()
  }

  stop(): void {
    this.#ticks.stop()
    this.#live.clear()
    this.#joining.clear()
  }

  async #catchUp(): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#wanted > this.sequence || this.#oldestMissing() !== null) {
        const wanted = this.#wanted
        const after = this.#oldestMissing() ?? this.sequence
        const found = await this.#parts.read(this.lotId, after)
        if (found !== null) this.#absorb(found)
        if (this.sequence < wanted && this.#wanted === wanted) this.#wanted = this.sequence
        this.#restartWhereMissing(after, wanted)
      }
    } catch (error) {
      this.#parts.failed(error)
      // A watcher that holds more than this process knows waits for the next table check: the lines here would take it backwards.
      this.#restartWhereMissing(0, this.sequence)
    } finally {
      this.#reading = false
      this.#ticks.mark()
    }
  }

  #absorb({ standing, lines }: StandingAndLines): void {
    const first = this.#linesAfter()
    const older = lines.filter((line) => line.sequence <= first)
    if (older.length > 0 && older.at(-1)?.sequence === first) this.#lines = older.concat(this.#lines)
    if (standing.sequence <= this.sequence) return
    const sequence = this.sequence
    for (const line of lines) if (line.sequence > sequence) this.#lines.push(line)
    this.#standing = standing
    this.#ticks.mark()
  }

  /** The sequence before the first line kept. */
  #linesAfter(): number {
    return this.sequence - this.#lines.length
  }

  /** The lowest sequence of a joining stream whose missing lines are not kept here but may be read, or null. */
  #oldestMissing(): number | null {
    let oldest: number | null = null
    for (const held of this.#joining.values()) {
      if (held === null || held >= this.#linesAfter() || held < this.sequence - RESUME_LINES_MAX) continue
      if (oldest === null || held < oldest) oldest = held
    }
    return oldest
  }

  /** Watchers between `after` and `wanted` whose lines were not read, or that hold a nonexistent sequence, restart from the standing. */
  #restartWhereMissing(after: number, wanted: number): void {
    for (const [watcher, held] of this.#joining) {
      if (held === null || held < after || held > wanted) continue
      if (held < this.#linesAfter() || held > this.sequence) this.#joining.set(watcher, null)
    }
  }

  async #flush(): Promise<void> {
    const standing = this.#standing
    if (standing === null) return
    const from = this.#sent
    if (standing.sequence > from) {
      this.#sent = standing.sequence
      const since = this.#lines[from - this.#linesAfter()]?.at
      const delivered = this.#live.size
      if (delivered > 0) await this.#sendToLive(this.#encode(standing, from, delivered))
      if (delivered > 0 && since !== undefined) this.#parts.delivered(this.lotId, delivered, since)
    }
    if (this.#joining.size > 0) await this.#admit(standing)
    const spare = this.#sent - this.#linesAfter() - RESUME_LINES_MAX
    if (spare > 0) this.#lines = this.#lines.slice(spare)
  }

  async #sendToLive(frame: Buffer): Promise<void> {
    let written = 0
    for (const watcher of this.#live) {
      if (!watcher.send(frame)) this.#live.delete(watcher)
      if (++written % WRITES_AT_ONCE === 0) await setImmediate()
    }
  }

  /** Brings waiting watchers to `standing`, which the live ones already hold; equal messages are encoded once. */
  async #admit(standing: Standing): Promise<void> {
    const frames = new Map<number, Buffer>()
    const floor = standing.sequence - RESUME_LINES_MAX
    let written = 0
    for (const [watcher, held] of this.#joining) {
      if (standing.sequence !== this.#sent) return
      if (!watcher.hasRoomFor(this)) continue
      if (held !== null && held > standing.sequence) {
        // What a failed read should have brought is requested again by the next table check, not at every tick.
        if (held > this.#wanted) this.want(held)
        continue
      }
      if (held !== null && held >= floor && held < this.#linesAfter()) {
        void this.#catchUp()
        continue
      }
      const from = held === null || held < floor ? standing.sequence : held
      // Without events a message is too short to be worth compressing.
      const audience = from === standing.sequence ? 0 : this.#joining.size
      const frame = frames.get(from) ?? this.#encode(standing, from, audience)
      frames.set(from, frame)
      this.#joining.delete(watcher)
      if (watcher.send(frame)) this.#live.add(watcher)
      if (++written % WRITES_AT_ONCE === 0) await setImmediate()
    }
  }

  #encode(standing: Standing, from: number, audience: number): Buffer {
    this.#parts.encoded()
    const first = this.#linesAfter()
    const lines = this.#lines.slice(from - first, standing.sequence - first)
    const frame = lotFrame({ type: 'lot', serverTime: this.#parts.serverTime(), from, standing, lines })
    if (audience >= PACKED_FOR) pack(frame)
    return frame
  }
}
