import type { FeedMessage } from '#contract/feed.ts'
import { createEventReader } from './feed-events.ts'

export type FeedStatus = 'connecting' | 'live' | 'reconnecting'

/** When a message came, by the monotonic clock in ms; `sentAt` only for the answer to the request itself. */
export type Timing = { sentAt: number | null; receivedAt: number }

export type StreamParts = {
  /** What to ask for now; null: nothing may be asked for. */
  request(): { url: string; headers: Record<string, string> } | null
  onMessage(message: FeedMessage, timing: Timing): void
  onStatus(status: FeedStatus): void
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

/** The house sends something every 20 s; a stream silent for longer is dead. */
const SILENT_MS_MAX = 45_000
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
  let attempt: AbortController | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasLive = false

  async function connect(): Promise<void> {
    const asked = parts.request()
    if (asked === null) return
    const mine = new AbortController()
    attempt = mine
    const startedAt = parts.now()
    let retryAfterS = 0
    try {
      const response = await parts.fetch(asked.url, {
        headers: asked.headers,
        credentials: 'include',
        signal: mine.signal,
      })
      if (response.status >= 400 && response.status <= 403) {
        attempt = null
        return parts.onRefused(response.status)
      }
      if (response.ok && response.body !== null) {
        wasLive = true
        parts.onStatus('live')
        await read(response.body, mine, startedAt)
      } else retryAfterS = Number(response.headers.get('retry-after') ?? 0) || 0
    } catch {
      // Whatever broke the connection, the answer is the same: try again.
    }
    if (attempt !== mine) return
    attempt = null
    failures = parts.now() - startedAt > STEADY_MS ? 0 : failures + 1
    parts.onStatus(wasLive ? 'reconnecting' : 'connecting')
    waiting = setTimeout(() => void connect(), waitMs(Math.max(0, failures - 1), parts.random(), retryAfterS))
  }

  async function read(body: ReadableStream<Uint8Array>, mine: AbortController, startedAt: number): Promise<void> {
    let sentAt: number | null = startedAt
    let receivedAt = startedAt
    const take = createEventReader(({ data }) => {
      if (attempt !== mine) return
      parts.onMessage(JSON.parse(data) as FeedMessage, { sentAt, receivedAt })
      sentAt = null
    })
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
    let silence = setTimeout(() => mine.abort(), SILENT_MS_MAX)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(silence)
        silence = setTimeout(() => mine.abort(), SILENT_MS_MAX)
        receivedAt = parts.now()
        take(value)
      }
    } finally {
      clearTimeout(silence)
      mine.abort()
    }
  }

  function drop(): void {
    clearTimeout(waiting)
    const open = attempt
    attempt = null
    open?.abort()
  }

  void connect()
  return {
    restart() {
      drop()
      void connect()
    },
    close: drop,
  }
}
