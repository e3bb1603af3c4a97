import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { FeedSink, FeedSource, OwnSource } from './feed-own.ts'
import type { FeedStatus } from './feed-stream.ts'
import { equalWants, NO_WANTS, unionOf, type Wants } from './feed-wants.ts'

/** Messages between tabs. `to`: one tab only. */
type Note =
  | { kind: 'want'; tab: string; wants: Wants }
  | { kind: 'bye'; tab: string }
  | { kind: 'restart' }
  /** A new tab leads: every tab sends its wants again. */
  | { kind: 'call' }
  | { kind: 'message'; message: FeedMessage; to?: string }
  | { kind: 'status'; status: FeedStatus; to?: string }
  /** Bytes arrived from the server. */
  | { kind: 'received'; beatMs: number | null }
  /** The server's time as the leading tab knows it, in answer to `want`. */
  | { kind: 'clock'; to: string; serverTime: number; errorMs: number }

export type Channel = { post(note: Note): void; onNote(handler: (note: Note) => void): void; close(): void }

export type TabParts = {
  tab: string
  channel: Channel
  /** Calls `lead` when this tab leads and ends the leadership when the promise resolves. `steal`: takes it from a sleeping tab. */
  elect(lead: () => Promise<void>, steal: boolean): Promise<void>
  openOwn(sink: FeedSink): OwnSource
  /** Monotonic, in ms. */
  now(): number
  serverNow(): number
  clockError(): number | null
  addSample(sample: { sentAt: number; receivedAt: number; serverTime: number; errorMs: number }): void
}

const SAY_EVERY_MS = 4000
/** A tab that has sent nothing for this long (ms) is gone. */
const GONE_AFTER_MS = 35_000
/** A leading tab answers immediately: one that did not answer this many requests is asleep. */
const UNANSWERED_MAX = 2
/** The arrival of bytes is relayed no more often than this (ms). */
const HEARD_EVERY_MS = 250

/** One stream for all tabs of a browser: the leading tab has it and relays everything; when it closes, another leads. */
export function openSharedSource(parts: TabParts, sink: FeedSink): FeedSource {
  return new SharedSource(parts, sink)
}

class SharedSource implements FeedSource {
  #parts: TabParts
  #sink: FeedSink
  #wants = NO_WANTS
  /** The stream, while this tab leads. */
  #own: OwnSource | null = null
  #endLead: (() => void) | null = null
  #status: FeedStatus = 'connecting'
  #saidAt = 0
  /** How often the leading tab was asked since its last message. */
  #unanswered = 0
  #passedOnAt = Number.NEGATIVE_INFINITY
  #closed = false
  #others = new Map<string, { wants: Wants; at: number }>()
  #timer: ReturnType<typeof setInterval>

  constructor(parts: TabParts, sink: FeedSink) {
    this.#parts = parts
    this.#sink = sink
    parts.channel.onNote((note) => (this.#own === null ? this.#follow(note) : this.#leadOn(note, this.#own)))
    this.#run(false)
    this.#say()
    this.#timer = setInterval(() => this.#tick(), SAY_EVERY_MS)
  }

  want(next: Wants): void {
    this.#wants = next
    if (this.#own === null) this.#say()
    else this.#wantAll()
  }

  restart(): void {
    if (this.#own === null) this.#parts.channel.post({ kind: 'restart' })
    else this.#own.restart()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#own?.close()
    this.#endLead?.()
    this.#parts.channel.post({ kind: 'bye', tab: this.#parts.tab })
    this.#parts.channel.close()
  }

  #lead(): Promise<void> {
    if (this.#closed || this.#own !== null) return Promise.resolve()
    const { channel } = this.#parts
    this.#own = this.#parts.openOwn({
      message: (message, timing) => {
        this.#sink.message(message, timing)
        channel.post({ kind: 'message', message })
      },
      status: (status) => {
        this.#status = status
        this.#sink.status(status)
        channel.post({ kind: 'status', status })
      },
      received: (beatMs) => {
        this.#sink.received(beatMs)
        const now = this.#parts.now()
        if (now - this.#passedOnAt < HEARD_EVERY_MS) return
        this.#passedOnAt = now
        channel.post({ kind: 'received', beatMs })
      },
    })
    this.#wantAll()
    channel.post({ kind: 'call' })
    return new Promise((resolve) => (this.#endLead = resolve))
  }

  #leadOn(note: Note, own: OwnSource): void {
    if (note.kind === 'want') this.#answer(note.tab, note.wants, own)
    if (note.kind === 'bye') this.#others.delete(note.tab)
    if (note.kind === 'restart') own.restart()
    if (note.kind === 'call') this.#stepDown()
  }

  #answer(to: string, wants: Wants, own: OwnSource): void {
    const { channel, clockError, serverNow, now } = this.#parts
    const known = this.#others.get(to)
    this.#others.set(to, { wants, at: now() })
    this.#wantAll()
    const errorMs = clockError()
    if (errorMs !== null) channel.post({ kind: 'clock', to, serverTime: serverNow(), errorMs })
    channel.post({ kind: 'status', status: this.#status, to })
    if (known !== undefined && equalWants(known.wants, wants)) return
    for (const lotId of wants.lots) {
      const message = own.last(lotId)
      if (message === undefined) continue
      channel.post({ kind: 'message', message: { ...message, from: message.standing.sequence, lines: [] }, to })
    }
  }

  #follow(note: Note): void {
    const { tab, now, addSample } = this.#parts
    if (note.kind === 'call') this.#say()
    if ('to' in note && note.to !== tab) return
    if (note.kind !== 'call' && note.kind !== 'want' && note.kind !== 'bye') this.#unanswered = 0
    if (note.kind === 'received') this.#sink.received(note.beatMs)
    if (note.kind === 'message') this.#sink.message(note.message, { sentAt: null, receivedAt: now() })
    if (note.kind === 'status') this.#sink.status(note.status)
    if (note.kind !== 'clock') return
    addSample({ sentAt: this.#saidAt, receivedAt: now(), serverTime: note.serverTime, errorMs: note.errorMs })
  }

  #say(): void {
    if (this.#own !== null) return
    this.#saidAt = this.#parts.now()
    this.#parts.channel.post({ kind: 'want', tab: this.#parts.tab, wants: this.#wants })
  }

  #wantAll(): void {
    const now = this.#parts.now()
    for (const [other, { at }] of this.#others) if (now - at > GONE_AFTER_MS) this.#others.delete(other)
    this.#own?.want(unionOf([this.#wants, ...[...this.#others.values()].map((other) => other.wants)]))
  }

  /** Another tab took the lead while this one slept. */
  #stepDown(): void {
    if (this.#own === null) return
    this.#own.close()
    this.#own = null
    this.#unanswered = 0
    this.#endLead?.()
    this.#run(false)
    this.#say()
  }

  /** The promise rejects in the tab whose lead is stolen. */
  #run(steal: boolean): void {
    this.#parts.elect(() => this.#lead(), steal).catch(() => this.#stepDown())
  }

  #tick(): void {
    if (this.#own !== null) return this.#wantAll()
    this.#unanswered += 1
    const isAsleep = this.#unanswered > UNANSWERED_MAX
    this.#say()
    if (!isAsleep) return
    this.#unanswered = 0
    this.#run(true)
  }
}
