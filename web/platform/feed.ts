import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import { addSample, clockError, serverNow } from './clock.ts'
import { openOwnSource, type FeedSink, type FeedSource } from './feed-own.ts'
import type { FeedStatus, Timing } from './feed-stream.ts'
import { openSharedSource, type Channel } from './feed-tabs.ts'
import { unionOf, type FeedSubscription } from './feed-wants.ts'
import { onTokenChange, readToken } from './token.ts'

export type { FeedSubscription } from './feed-wants.ts'

/**
 * The state of the live connection, and since when (ms of the server's clock). If not live: since the last byte, which
 * is how stale the shown data may be.
 */
export type FeedState = { status: FeedStatus; since: number }

/**
 * Receives a message. `gap`: the lot's message does not continue the previous one here; reload the lot. Code that loaded a lot elsewhere
 * also compares `message.from` with the sequence it holds. After `resync` everything shown must be reloaded.
 */
export type FeedHandler = (message: FeedMessage, gap: boolean) => void

export type Feed = {
  /** Subscribes to these lots and auctions, and to what concerns the person, until the returned function is called. */
  subscribe(subscription: FeedSubscription, handler: FeedHandler): () => void
  state(): FeedState
  onState(listener: () => void): () => void
  /** When the feed last reported a change of the person's account, in ms of this browser's clock; 0 before the first time. */
  accountChangedAt(): number
  /** After signing in or out: reconnects as another person. */
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
  /** The last sequence received of each lot. */
  #held = new Map<string, number>()
  /** The newest position known of each lot: hints of two processes may arrive out of order. */
  #positions = new Map<string, number>()
  #source: FeedSource | null = null
  #state: FeedState
  /** When the last byte arrived, by the server's clock; null before the first. */
  #receivedAt: number | null = null
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
      received: (beatMs) => this.#noteReceived(beatMs),
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
    this.#state = { status, since: status === 'live' ? now : (this.#receivedAt ?? now) }
    for (const listener of this.#listeners) listener()
  }

  #noteReceived(beatMs: number | null): void {
    this.#receivedAt = this.#parts.serverNow()
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

  /** Whether lines are missing between the lot's previous message and this one. */
  #takeLot(lotId: string, from: number, sequence: number): boolean {
    const before = this.#held.get(lotId)
    this.#held.set(lotId, sequence)
    return before !== undefined && before !== from
  }
}

/**
 * After how long without a byte the shown data may be stale: 5.5 s where something arrives every 4 s, 2.75 s where it
 * arrives every 2 s. The rest of the 6 s and 3 s in which the page must say so is for noticing and rendering.
 */
function silentAfterMs(beatMs: number): number {
  return beatMs * 1.375
}

/** A lot's message does not name its auction: auction subscribers get all lots that arrive and know which are theirs. */
function isFor({ lots = [], auctions = [] }: FeedSubscription, lotId: string): boolean {
  return auctions.length > 0 || lots.includes(lotId)
}

const CHANNEL = 'paddock-feed'

/** One stream for all tabs where the browser supports it, else one for this tab. */
function openBrowserSource(sink: FeedSink): FeedSource {
  const now = () => performance.now()
  const own = {
    token: readToken,
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
    now,
    random: Math.random,
  }
  const openOwn = (to: FeedSink) => openOwnSource(own, to)
  // Without https there are no locks, despite the types.
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks || !('BroadcastChannel' in globalThis)) return openOwn(sink)
  const broadcast = new BroadcastChannel(CHANNEL)
  const channel: Channel = {
    post: (note) => broadcast.postMessage(note),
    onNote: (handler) => (broadcast.onmessage = (event) => handler(event.data as Parameters<typeof handler>[0])),
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

// From here on the feed belongs to another person, or to no one.
onTokenChange(() => feed.restart())

/** Subscribes to the feed while the component is mounted; calls the handler of the last render. Returns {@link useFeedState}. */
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

function useFeedState(): FeedState {
  return useSyncExternalStore(feed.onState, feed.state)
}

/** {@link Feed.accountChangedAt} of this page's feed. */
export function accountChangedAt(): number {
  return feed.accountChangedAt()
}
