import type { AccessLevel } from '#contract/platform/access-levels.ts'
import type { Watcher } from './channel.ts'
import { packed } from '#server/fast-path/packed.ts'

/** A stream with more than this waiting receives a request to re-read instead of more messages. */
export const BEHIND_BYTES = 256 * 1024
/** A stream with more than this waiting is cut. */
const CUT_BYTES = 1024 * 1024
/** A stream that takes none of its waiting bytes is cut after this time. */
export const STALLED_MS = 30_000

/** Seconds between heartbeats of a stream without lots, to keep proxies from closing it. */
export const QUIET_BEAT_S = 20

/** What a stream needs of its connection. */
export type StreamSocket = {
  readonly writable: boolean
  readonly destroyed: boolean
  readonly writableLength: number
  readonly writableNeedDrain: boolean
  readonly bytesWritten: number
  setNoDelay(on: boolean): unknown
  setTimeout(ms: number): unknown
  on(event: 'close' | 'drain', listener: () => void): unknown
  write(bytes: Buffer): boolean
  end(): unknown
  destroy(): unknown
}

/** `isPacked`: the stream is gzip, as its head states. `beatS`: a divisor of a minute. */
export type StreamHow = { isPacked?: boolean; beatS?: number }

/** The owner of a stream, and whether they may still have it. */
export type Owner = {
  accountId: string
  /** False when the session ended or the person may no longer have this stream. */
  isStillEntitled(): boolean | Promise<boolean>
  readonly isStaff: boolean
  /** In a support session: the staff account that is looking, and when the session ends, in ms. */
  readonly support?: { by: string; until: number } | undefined
  /** Whether the owner is staff at this access level, as of the last recheck. */
  mayRead(accessLevel: AccessLevel): boolean
}

export type StreamEvents = {
  /** The client has read what was waiting: ask it to re-read and restart every lot. */
  caughtUp(stream: Stream): void
  closed(stream: Stream): void
  skipped(): void
}

/**
 * One open response of the feed. Frames are written straight to the socket. Memory is bounded: a frame that does not fit is dropped, and
 * the stream is asked to re-read once it has read what waits.
 */
export class Stream implements Watcher {
  readonly owner: Owner
  readonly lots = new Set<string>()
  readonly auctions: readonly string[]
  /** The second of a minute in which it gets its heartbeat. */
  slot = 0
  /** Longest time without a message, in seconds. */
  beatS: number
  #socket: StreamSocket
  #events: StreamEvents
  #isPacked: boolean
  #isBehind = false
  #taken = 0
  #stalledAt: number | null = null
  /** Channels waiting for room on this stream; null when none wait. */
  #waitForRoom: Set<{ retry(): void }> | null = null

  constructor(
    socket: StreamSocket,
    owner: Owner,
    auctions: readonly string[],
    events: StreamEvents,
    how: StreamHow = {},
  ) {
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

  /** Cuts a stalled stream. Called every few seconds; `now` in ms, monotonic. */
  sweep(now: number): void {
    const { bytesWritten, writableLength } = this.#socket
    const taken = bytesWritten - writableLength
    if (writableLength === 0 || taken !== this.#taken) this.#stalledAt = null
    else this.#stalledAt ??= now
    this.#taken = taken
    if (this.#stalledAt !== null && now - this.#stalledAt >= STALLED_MS) this.cut()
    else if (this.#isBehind && writableLength === 0) this.#drained()
  }

  /** Ends gracefully: waiting bytes are still sent. */
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
