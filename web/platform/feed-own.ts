import type { FeedMessage, LotMessage } from '#contract/feed.ts'
import { openStream, type FeedStatus, type StreamParts, type Timing } from './feed-stream.ts'
import { covers, equalWants, NO_WANTS, type Wants } from './feed-wants.ts'

/** Where messages come from: a stream of one's own, or another tab's. */
export type FeedSource = {
  want(wants: Wants): void
  /** Another person, or other rights: ask anew. */
  restart(): void
  close(): void
}

export type FeedSink = { message(message: FeedMessage, timing: Timing): void; status(status: FeedStatus): void }

export type OwnParts = Pick<StreamParts, 'fetch' | 'now' | 'random'> & { token(): string | null }

/** Pages mount and unmount their parts at once: wait for the last of them before asking anew. */
const SETTLE_MS = 100
const LOTS_MAX = 200
const AUCTIONS_MAX = 10
/** Headers must stay small; a lot left out begins with its present standing, which costs a re-read only if it moved meanwhile. */
const SINCE_ENTRIES_MAX = 90

/** A stream of one's own. It remembers the sequence of each lot, so that a reconnection misses nothing. */
export function openOwnSource(
  parts: OwnParts,
  sink: FeedSink,
): FeedSource & { last(lotId: string): LotMessage | undefined } {
  let wants = NO_WANTS
  /** Lots are refused to people without a complete account; they still get what concerns themselves. */
  let mayWatch = true
  let settle: ReturnType<typeof setTimeout> | undefined
  const last = new Map<string, LotMessage>()

  function request(): { url: string; headers: Record<string, string> } | null {
    const token = parts.token()
    if (token === null) return null
    const query = new URLSearchParams()
    const lots = mayWatch ? wants.lots.slice(0, LOTS_MAX) : []
    const auctions = mayWatch ? wants.auctions.slice(0, AUCTIONS_MAX) : []
    if (lots.length > 0) query.set('lots', lots.join())
    if (auctions.length > 0) query.set('auctions', auctions.join())
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const since = [...last].slice(-SINCE_ENTRIES_MAX).map(([lotId, { standing }]) => `${lotId}.${standing.sequence}`)
    if (since.length > 0 && lots.length + auctions.length > 0) headers['last-event-id'] = since.join()
    const search = decodeURIComponent(query.toString())
    return { url: search === '' ? '/api/feed' : `/api/feed?${search}`, headers }
  }

  function take(message: FeedMessage, timing: Timing): void {
    if (message.type === 'lot') {
      // The lot that moved last stands last, so that the busiest lots go into `since` first.
      last.delete(message.standing.lotId)
      last.set(message.standing.lotId, message)
    }
    if (message.type === 'resync') last.clear()
    if (message.type === 'account' && !mayWatch) restart()
    sink.message(message, timing)
  }

  function restart(): void {
    mayWatch = true
    stream.restart()
  }

  const stream = openStream({
    ...parts,
    request,
    onMessage: take,
    onStatus: (status) => sink.status(status),
    onRefused(status) {
      sink.status('reconnecting')
      if ((status === 402 || status === 403) && mayWatch) {
        mayWatch = false
        stream.restart()
      }
    },
  })

  return {
    want(next) {
      if (equalWants(next, wants)) return
      const isMore = !covers(wants, next)
      wants = next
      if (next.auctions.length === 0)
        for (const lotId of last.keys()) if (!next.lots.includes(lotId)) last.delete(lotId)
      clearTimeout(settle)
      // Wanting less can wait for the next reconnection: what comes too much is dropped.
      if (isMore) settle = setTimeout(() => stream.restart(), SETTLE_MS)
    },
    restart() {
      last.clear()
      restart()
    },
    close() {
      clearTimeout(settle)
      stream.close()
    },
    last: (lotId) => last.get(lotId),
  }
}
