import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FeedMessage } from '#contract/feed.ts'
import { addSample, clockError, serverNow } from './clock.ts'
import { openOwnSource, type FeedSink, type FeedSource } from './feed-own.ts'
import type { FeedStatus, Timing } from './feed-stream.ts'
import { openSharedSource, type Channel } from './feed-tabs.ts'
import { unionOf, type FeedSubscription } from './feed-wants.ts'
import { onTokenChange, readToken } from './token.ts'

export type { FeedSubscription } from './feed-wants.ts'

/**
 * How the live connection is, and since when (ms of the server's clock). Where it is not live: since the last byte that came, which is how old
 * what is shown may be.
 */
export type FeedState = { status: FeedStatus; since: number }

/**
 * Hears a message. `gap`: the lot's message does not follow on from what came before it here; re-read the lot. Whoever holds a lot from
 * elsewhere also compares `message.from` with the sequence he holds. After `resync` everything shown is to be re-read.
 */
export type FeedHandler = (message: FeedMessage, gap: boolean) => void

export type Feed = {
  /** Hears of these lots and sales, and of what concerns the person, until the returned function is called. */
  subscribe(subscription: FeedSubscription, handler: FeedHandler): () => void
  state(): FeedState
  onState(listener: () => void): () => void
  /** When the feed last said that the person's account changed, in ms of this browser's clock; 0 before the first time. */
  accountChangedAt(): number
  /** After logging in or out: another person's feed. */
  restart(): void
  close(): void
}

export type FeedParts = {
  openSource(sink: FeedSink): FeedSource
  serverNow(): number
  addSample(sample: { sentAt: number | null; receivedAt: number; serverTime: number }): void
}

/** The browser's live feed. The source is opened with the first subscription. */
export function createFeed(parts: FeedParts): Feed {
  return new BrowserFeed(parts)
}

class BrowserFeed implements Feed {
  #parts: FeedParts
  #subscriptions = new Map<symbol, { subscription: FeedSubscription; handler: FeedHandler }>()
  #listeners = new Set<() => void>()
  /** The last sequence that came of each lot. */
  #held = new Map<string, number>()
  /** The newest position told of each lot: hints of two processes may cross. */
  #positions = new Map<string, number>()
  #source: FeedSource | null = null
  #state: FeedState
  /** When the last byte came, by the server's clock; null before the first. */
  #heardAt: number | null = null
  #silence: ReturnType<typeof setTimeout> | undefined
  #accountChangedAt = 0

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#state = { status: 'connecting', since: parts.serverNow() }
  }

  subscribe(subscription: FeedSubscription, handler: FeedHandler): () => void {
    const key = Symbol('subscription')
    this.#subscriptions.set(key, { subscription, handler })
    this.#want()
    return () => {
      this.#subscriptions.delete(key)
      this.#forgetUnwanted()
      this.#want()
    }
  }

  state = (): FeedState => this.#state

  onState = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  accountChangedAt = (): number => this.#accountChangedAt

  restart(): void {
    this.#held.clear()
    this.#positions.clear()
    this.#source?.restart()
  }

  close(): void {
    clearTimeout(this.#silence)
    this.#source?.close()
    this.#source = null
  }

  #want(): void {
    this.#source ??= this.#parts.openSource({
      message: (message, timing) => this.#take(message, timing),
      // Only bytes end a silence: another tab may not have noticed it yet.
      status: (status) => (status === 'live' && this.#state.status === 'silent' ? undefined : this.#setStatus(status)),
      heard: (beatMs) => this.#noteHeard(beatMs),
    })
    this.#source.want(unionOf([...this.#subscriptions.values()].map((each) => each.subscription)))
  }

  #forgetUnwanted(): void {
    const wanted = [...this.#subscriptions.values()]
    for (const lotId of this.#held.keys()) {
      if (!wanted.some((each) => isFor(each.subscription, lotId))) this.#held.delete(lotId)
    }
  }

  #setStatus(status: FeedStatus): void {
    if (status === this.#state.status) return
    const now = this.#parts.serverNow()
    this.#state = { status, since: status === 'live' ? now : (this.#heardAt ?? now) }
    for (const listener of this.#listeners) listener()
  }

  #noteHeard(beatMs: number | null): void {
    this.#heardAt = this.#parts.serverNow()
    clearTimeout(this.#silence)
    if (beatMs !== null) this.#silence = setTimeout(() => this.#setStatus('silent'), silentAfterMs(beatMs))
    if (this.#state.status === 'silent') this.#setStatus('live')
  }

  #take(message: FeedMessage, timing: Timing): void {
    if (message.type === 'time') return this.#parts.addSample({ ...timing, serverTime: message.serverTime })
    if (message.type === 'account') this.#accountChangedAt = Date.now()
    if (message.type === 'resync') this.#held.clear()
    if (message.type === 'you') {
      if (message.sequence < (this.#positions.get(message.lotId) ?? 0)) return
      this.#positions.set(message.lotId, message.sequence)
    }
    const gap = message.type === 'lot' && this.#takeLot(message.standing.lotId, message.from, message.standing.sequence)
    for (const { subscription, handler } of this.#subscriptions.values()) {
      if (message.type !== 'lot' || isFor(subscription, message.standing.lotId)) handler(message, gap)
    }
  }

  /** Whether lines are missing between what came last of the lot and this message. */
  #takeLot(lotId: string, from: number, sequence: number): boolean {
    const before = this.#held.get(lotId)
    this.#held.set(lotId, sequence)
    return before !== undefined && before !== from
  }
}

/**
 * After how long without a byte what is shown may be old: 5.5 s where something comes every 4 s, 2.75 s where it comes every 2 s. The rest of
 * the 6 s and 3 s in which the page must say so is for noticing and drawing.
 */
function silentAfterMs(beatMs: number): number {
  return beatMs * 1.375
}

/** A lot's message does not say its sale: who watches a sale gets all lots that come and knows which are its own. */
function isFor({ lots = [], auctions = [] }: FeedSubscription, lotId: string): boolean {
  return auctions.length > 0 || lots.includes(lotId)
}

const CHANNEL = 'paddock-feed'

/** One stream for all tabs where the browser can, else one of this tab's own. */
function openBrowserSource(sink: FeedSink): FeedSource {
  const now = () => performance.now()
  const own = {
    token: readToken,
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
    now,
    random: Math.random,
  }
  const openOwn = (to: FeedSink) => openOwnSource(own, to)
  // Without https there are no locks, whatever the types say.
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks || !('BroadcastChannel' in globalThis)) return openOwn(sink)
  const broadcast = new BroadcastChannel(CHANNEL)
  const channel: Channel = {
    post: (note) => broadcast.postMessage(note),
    onNote: (hear) => (broadcast.onmessage = (event) => hear(event.data as Parameters<typeof hear>[0])),
    close: () => broadcast.close(),
  }
  return openSharedSource(
    {
      tab: crypto.randomUUID(),
      channel,
      elect: (lead, steal) => locks.request(CHANNEL, { steal }, lead),
      openOwn,
      now,
      serverNow,
      clockError,
      addSample,
    },
    sink,
  )
}

const feed = createFeed({ openSource: openBrowserSource, serverNow, addSample })

// Somebody else's feed from here on, or nobody's.
onTokenChange(() => feed.restart())

/** Hears the feed while the component is shown; the handler of the last rendering is called. Returns {@link useFeedState}. */
export function useFeed(subscription: FeedSubscription, handler: FeedHandler): FeedState {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  const lots = (subscription.lots ?? []).join()
  const auctions = (subscription.auctions ?? []).join()
  const { isLive = false } = subscription
  useEffect(
    () =>
      feed.subscribe({ lots: split(lots), auctions: split(auctions), isLive }, (message, gap) =>
        latest.current(message, gap),
      ),
    [lots, auctions, isLive],
  )
  return useFeedState()
}

function split(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

export function useFeedState(): FeedState {
  return useSyncExternalStore(feed.onState, feed.state)
}

/** {@link Feed.accountChangedAt} of this page's feed. */
export function accountChangedAt(): number {
  return feed.accountChangedAt()
}
