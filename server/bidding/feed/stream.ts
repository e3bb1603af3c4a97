import type { Socket } from 'node:net'
import type { Rung } from '#contract/rungs.ts'
import type { Watcher } from './channel.ts'
import { packed } from './packed.ts'

/** A stream with more than this waiting is told to re-read instead of being sent more. */
export const BEHIND_BYTES = 256 * 1024
/** A stream with more than this waiting is cut. */
export const CUT_BYTES = 1024 * 1024
/** A stream that takes nothing of what waits for it is cut after this time. */
export const STALLED_MS = 30_000

/** Seconds between heartbeats of a stream without lots: what keeps proxies from closing it. */
export const QUIET_BEAT_S = 20

/** `isPacked`: the head says gzip. `beatS`: a divisor of a minute. */
export type StreamHow = { isPacked?: boolean; beatS?: number }

/** Whose stream it is, and how to find out whether that still holds. */
export type Owner = {
  accountId: string
  /** False when the session is dead or the person may not have this stream any more. */
  isStillEntitled(): boolean | Promise<boolean>
  readonly isStaff: boolean
  /** Whether it is staff who may read what is for this rung, as of the last look at whose stream it is. */
  mayRead(rung: Rung): boolean
}

export type StreamEvents = {
  /** What was waiting has been taken: tell it to re-read and begin every lot anew. */
  caughtUp(stream: Stream): void
  closed(stream: Stream): void
  skipped(): void
}

/**
 * One open response of the feed. Frames go straight to the socket. Bounded: what does not fit is dropped, never kept, and the
 * stream is told to re-read once it has taken what waits.
 */
export class Stream implements Watcher {
  readonly owner: Owner
  readonly lots = new Set<string>()
  readonly auctions: readonly string[]
  /** The second of a minute in which it is looked after. */
  slot = 0
  /** How often it is sent something at least, in seconds. */
  beatS: number
  #socket: Socket
  #events: StreamEvents
  #isPacked: boolean
  #isBehind = false
  #taken = 0
  #stalledAt: number | null = null
  /** Null: nobody waits. */
  #waitForRoom: Set<{ retry(): void }> | null = null

  constructor(socket: Socket, owner: Owner, auctions: readonly string[], events: StreamEvents, how: StreamHow = {}) {
    this.#socket = socket
    this.#isPacked = how.isPacked ?? false
    this.beatS = how.beatS ?? QUIET_BEAT_S
    this.owner = owner
    this.auctions = auctions
    this.#events = events
    socket.setNoDelay(true)
    socket.setTimeout(0)
    socket.on('close', () => events.closed(this))
    socket.on('drain', () => this.#drained())
  }

  get isOpen(): boolean {
    return this.#socket.writable
  }

  get isBehind(): boolean {
    return this.#isBehind
  }

  send(frame: Buffer): boolean {
    const socket = this.#socket
    if (!socket.writable) return false
    if (this.#isBehind) {
      this.#events.skipped()
      return false
    }
    const bytes = this.#isPacked ? packed(frame) : frame
    const waiting = socket.writableLength
    if (waiting > 0 && waiting + bytes.length > BEHIND_BYTES) {
      this.#fallBehind()
      return false
    }
    socket.write(bytes)
    if (socket.writableLength > CUT_BYTES) this.cut()
    return true
  }

  hasRoomFor(channel: { retry(): void }): boolean {
    if (!this.#socket.writableNeedDrain) return true
    this.#waitForRoom ??= new Set()
    this.#waitForRoom.add(channel)
    return false
  }

  /** Cuts a stream that takes nothing. Called every few seconds; `now` in ms, monotonic. */
  sweep(now: number): void {
    const { bytesWritten, writableLength } = this.#socket
    const taken = bytesWritten - writableLength
    if (writableLength === 0 || taken !== this.#taken) this.#stalledAt = null
    else this.#stalledAt ??= now
    this.#taken = taken
    if (this.#stalledAt !== null && now - this.#stalledAt >= STALLED_MS) this.cut()
    else if (this.#isBehind && writableLength === 0) this.#drained()
  }

  /** Ends in order: what waits is still sent. */
  end(): void {
    this.#socket.end()
  }

  cut(): void {
    this.#socket.destroy()
  }

  #fallBehind(): void {
    this.#isBehind = true
    this.#events.skipped()
  }

  #drained(): void {
    if (this.#isBehind) {
      this.#isBehind = false
      this.#waitForRoom = null
      return this.#events.caughtUp(this)
    }
    const waiting = this.#waitForRoom
    this.#waitForRoom = null
    for (const channel of waiting ?? []) channel.retry()
  }
}
