import type { FeedMessage } from '#contract/bidding/feed.ts'
import { createEventReader } from './feed-events.ts'

/** `silent`: the connection is open, but expected messages do not arrive. */
export type FeedStatus = 'connecting' | 'live' | 'silent' | 'reconnecting'

/** When a message arrived, by the monotonic clock in ms; `sentAt` only for the answer to the request itself. */
export type Timing = { sentAt: number | null; receivedAt: number }

export type StreamParts = {
  /** What to request now; null: nothing may be requested. */
  request(): { url: string; headers: Record<string, string> } | null
  onMessage(message: FeedMessage, timing: Timing): void
  onStatus(status: FeedStatus): void
  /** Bytes arrived. `beatMs`: the longest interval between them on this connection; null: unknown. */
  onReceived(beatMs: number | null): void
  /** 400 to 403: a retry would not help. The stream waits for `restart`. */
  onRefused(status: number): void
  fetch: typeof fetch
  /** Monotonic, in ms. */
  now(): number
  random(): number
}

export type FeedStream = {
  /** Reconnects now, for instance for other lots. */
  restart(): void
  close(): void
}

/** The heartbeat assumed of a server that does not declare one: something every 20 s. */
const UNSAID_BEAT_MS = 20_000
/** A stream silent for this many heartbeats is dead and is closed. */
const DEAD_AFTER_BEATS = 2.25
/** A connection without a first byte within this time (ms) is closed. */
const CONNECT_MS_MAX = 8000
const FIRST_WAIT_MS = 1000
const WAIT_MS_MAX = 15_000
/** A connection that lasted this long (ms) was good: the wait after the next failure is short again. */
const STEADY_MS = 10_000

/** How long to wait before a retry, in ms: longer with every failure, spread evenly so that browsers do not all reconnect together. */
export function waitMs(failures: number, random: number, retryAfterS: number): number {
  const most = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** failures)
  return Math.max(50, random * most) + retryAfterS * 1000
}

/** A permanent connection to the live feed: it reconnects until closed. Uses `fetch`, so bearer and cookie are sent. */
export function openStream(parts: StreamParts): FeedStream {
  return new Reconnecting(parts)
}

class Reconnecting implements FeedStream {
  #parts: StreamParts
  #attempt: AbortController | null = null
  #waiting: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #wasLive = false

  constructor(parts: StreamParts) {
    this.#parts = parts
    // The caller gets the stream object before the first answer arrives.
    queueMicrotask(() => void this.#connect())
  }

  restart(): void {
    this.close()
    void this.#connect()
  }

  close(): void {
    clearTimeout(this.#waiting)
    const open = this.#attempt
    this.#attempt = null
    open?.abort()
  }

  async #connect(): Promise<void> {
    const asked = this.#parts.request()
    if (asked === null || this.#attempt !== null) return
    const mine = new AbortController()
    this.#attempt = mine
    const startedAt = this.#parts.now()
    let retryAfterS = 0
    const late = setTimeout(() => mine.abort(), CONNECT_MS_MAX)
    try {
      const { url, headers } = asked
      const response = await this.#parts.fetch(url, { headers, credentials: 'include', signal: mine.signal })
      clearTimeout(late)
      if (response.status >= 400 && response.status <= 403) return this.#refused(response.status, mine)
      if (!response.ok) retryAfterS = Number(response.headers.get('retry-after') ?? 0) || 0
      else if (response.body !== null) await this.#read(response.body, mine, startedAt)
    } catch {
      // The reaction is the same for every kind of failure: try again.
    } finally {
      clearTimeout(late)
    }
    if (this.#attempt === mine) this.#retry(this.#parts.now() - startedAt, retryAfterS)
  }

  #refused(status: number, mine: AbortController): void {
    if (this.#attempt !== mine) return
    this.#attempt = null
    this.#parts.onRefused(status)
  }

  #retry(lastedMs: number, retryAfterS: number): void {
    this.#attempt = null
    if (lastedMs > STEADY_MS) this.#failures = 0
    this.#parts.onStatus(this.#wasLive ? 'reconnecting' : 'connecting')
    const wait = waitMs(this.#failures, this.#parts.random(), retryAfterS)
    this.#failures += 1
    this.#waiting = setTimeout(() => void this.#connect(), wait)
  }

  async #read(body: ReadableStream<Uint8Array>, mine: AbortController, startedAt: number): Promise<void> {
    if (this.#attempt !== mine) return
    this.#wasLive = true
    this.#parts.onStatus('live')
    let sentAt: number | null = startedAt
    let receivedAt = startedAt
    let beatMs: number | null = null
    const take = createEventReader(({ data }) => {
      if (this.#attempt !== mine) return
      const message = JSON.parse(data) as FeedMessage
      if (message.type === 'time') beatMs = message.beatMs ?? beatMs
      this.#parts.onMessage(message, { sentAt, receivedAt })
      sentAt = null
    })
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
    const giveUp = () => mine.abort()
    let silence = setTimeout(giveUp, CONNECT_MS_MAX)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(silence)
        receivedAt = this.#parts.now()
        take(value)
        if (this.#attempt !== mine) return
        this.#parts.onReceived(beatMs)
        silence = setTimeout(giveUp, (beatMs ?? UNSAID_BEAT_MS) * DEAD_AFTER_BEATS)
      }
    } finally {
      clearTimeout(silence)
      mine.abort()
    }
  }
}
