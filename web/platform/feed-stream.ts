import type { FeedMessage } from '#contract/feed.ts'
import { createEventReader } from './feed-events.ts'

/** `silent`: the connection stands, but nothing comes that should. */
export type FeedStatus = 'connecting' | 'live' | 'silent' | 'reconnecting'

/** When a message came, by the monotonic clock in ms; `sentAt` only for the answer to the request itself. */
export type Timing = { sentAt: number | null; receivedAt: number }

export type StreamParts = {
  /** What to ask for now; null: nothing may be asked for. */
  request(): { url: string; headers: Record<string, string> } | null
  onMessage(message: FeedMessage, timing: Timing): void
  onStatus(status: FeedStatus): void
  /** Bytes came. `beatMs`: how often at least they come on this connection; null: not known. */
  onHeard(beatMs: number | null): void
  /** 400 to 403: asking again would not help. The stream waits for `restart`. */
  onRefused(status: number): void
  fetch: typeof fetch
  /** Monotonic, in ms. */
  now(): number
  random(): number
}

export type FeedStream = {
  /** Asks anew at once, for instance for other lots. */
  restart(): void
  close(): void
}

/** What a server that does not say sends at least: something every 20 s. */
const UNSAID_BEAT_MS = 20_000
/** A stream silent for so many beats is dead, and given up. */
const DEAD_AFTER_BEATS = 2.25
/** A connection that has not brought a first byte by then is given up. */
const CONNECT_MS_MAX = 8000
const FIRST_WAIT_MS = 1000
const WAIT_MS_MAX = 15_000
/** A connection that lasted this long was a good one: the next failure waits briefly again. */
const STEADY_MS = 10_000

/** How long to wait before trying again, in ms: longer with every failure, spread evenly so that all browsers do not come at once. */
export function waitMs(failures: number, random: number, retryAfterS: number): number {
  const most = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** failures)
  return Math.max(50, random * most) + retryAfterS * 1000
}

/** One connection to the live feed, kept up for good: it reconnects until it is closed. Read with `fetch`: bearer and cookie go along. */
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
    // Whoever opens the stream has it in hand before the first answer.
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
      // Whatever broke the connection, the answer is the same: try again.
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
        this.#parts.onHeard(beatMs)
        silence = setTimeout(giveUp, (beatMs ?? UNSAID_BEAT_MS) * DEAD_AFTER_BEATS)
      }
    } finally {
      clearTimeout(silence)
      mine.abort()
    }
  }
}
