import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'
import { openStream, type FeedStatus, type FeedStream, type StreamParts, type Timing } from './feed-stream.ts'
import { covers, equalWants, NO_WANTS, type Wants } from './feed-wants.ts'

/** Where messages come from: this tab's stream, or another tab's. */
export type FeedSource = {
  want(wants: Wants): void
  /** Another person, or other rights: reconnect. */
  restart(): void
  close(): void
}

/** `received`: bytes arrived; `beatMs` as in {@link StreamParts}. */
export type FeedSink = {
  message(message: FeedMessage, timing: Timing): void
  status(status: FeedStatus): void
  received(beatMs: number | null): void
}

export type OwnParts = Pick<StreamParts, 'fetch' | 'now' | 'random'> & { token(): string | null }

/** Pages mount and unmount several parts together: wait for the last of them before reconnecting. */
const SETTLE_MS = 100
const LOTS_MAX = 200
const AUCTIONS_MAX = 10
/** Headers must stay small; an omitted lot begins with its current standing, which costs a reload only if it moved meanwhile. */
const SINCE_ENTRIES_MAX = 90

export type OwnSource = FeedSource & {
  /** The last message of a lot. */
  last(lotId: string): LotMessage | undefined
}

/** This tab's own stream. It remembers the sequence of each lot, so that a reconnection misses nothing. */
export function openOwnSource(parts: OwnParts, sink: FeedSink): OwnSource {
  return new OwnStream(parts, sink)
}

class OwnStream implements OwnSource {
  #token: OwnParts['token']
  #now: OwnParts['now']
  #sink: FeedSink
  #stream: FeedStream
  #wants = NO_WANTS
  /** What the stream was opened for, without what was dropped since: a lot that is wanted again begins with its current standing. */
  #asked = NO_WANTS
  /** People without a complete account are refused lots; they still receive what concerns themselves. */
  #mayWatch = true
  #settle: ReturnType<typeof setTimeout> | undefined
  #last = new Map<string, LotMessage>()

  constructor({ token, ...parts }: OwnParts, sink: FeedSink) {
    this.#token = token
    this.#now = parts.now
    this.#sink = sink
    this.#stream = openStream({
      ...parts,
      request: () => this.#request(),
      onMessage: (message, timing) => this.#take(message, timing),
      onStatus: (status) => sink.status(status),
      onReceived: (beatMs) => sink.received(beatMs),
      onRefused: (status) => this.#refused(status),
    })
  }

  want(next: Wants): void {
    if (equalWants(next, this.#wants)) return
    const isMore = !covers(this.#wants, next)
    this.#wants = next
    if (next.auctions.length === 0) {
      for (const lotId of this.#last.keys()) if (!next.lots.includes(lotId)) this.#last.delete(lotId)
    }
    clearTimeout(this.#settle)
    // Fewer wants can wait for the next reconnection: surplus messages are dropped.
    if (isMore) this.#settle = setTimeout(() => this.#askForMore(), SETTLE_MS)
    else this.#asked = next
  }

  /** A stream that was opened meanwhile, for instance by the very first want, already includes this. */
  #askForMore(): void {
    if (!covers(this.#asked, this.#wants)) this.#stream.restart()
  }

  restart(): void {
    this.#last.clear()
    this.#mayWatch = true
    this.#stream.restart()
  }

  close(): void {
    clearTimeout(this.#settle)
    this.#stream.close()
  }

  last(lotId: string): LotMessage | undefined {
    return this.#last.get(lotId)
  }

  #request(): { url: string; headers: Record<string, string> } | null {
    const token = this.#token()
    if (token === null) return null
    this.#asked = this.#wants
    const lots = this.#mayWatch ? this.#wants.lots.slice(0, LOTS_MAX) : []
    const auctions = this.#mayWatch ? this.#wants.auctions.slice(0, AUCTIONS_MAX) : []
    const query = [
      lots.length > 0 ? `lots=${lots.join()}` : '',
      auctions.length > 0 ? `auctions=${auctions.join()}` : '',
    ]
    if (this.#wants.isLive === true && this.#mayWatch) query.push('pace=live')
    const search = query.filter((part) => part !== '').join('&')
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const since = [...this.#last]
      .slice(-SINCE_ENTRIES_MAX)
      .map(([lotId, { standing }]) => `${lotId}.${standing.sequence}`)
    if (since.length > 0 && search !== '') headers['last-event-id'] = since.join()
    return { url: search === '' ? '/api/feed' : `/api/feed?${search}`, headers }
  }

  #take(message: FeedMessage, timing: Timing): void {
    if (message.type === 'lot') {
      // The lot that moved last is at the end, so that the busiest lots go into `since` first.
      this.#last.delete(message.standing.lotId)
      this.#last.set(message.standing.lotId, message)
    }
    if (message.type === 'resync') this.#last.clear()
    this.#sink.message(message, timing)
    if (message.type === 'account' && !this.#mayWatch) this.restart()
  }

  #refused(status: number): void {
    this.#sink.status('reconnecting')
    const mayWatchLess = (status === 402 || status === 403) && this.#mayWatch
    // The server could not say so itself: the session or a right of it is gone. The person is reloaded.
    if (status === 401 || mayWatchLess) {
      this.#sink.message({ type: 'account', serverTime: Date.now() }, { sentAt: null, receivedAt: this.#now() })
    }
    if (!mayWatchLess) return
    this.#mayWatch = false
    this.#stream.restart()
  }
}
