import type { FeedMessage, LotMessage } from '#contract/feed.ts'
import type { FeedSink, FeedSource } from './feed-own.ts'
import type { FeedStatus } from './feed-stream.ts'
import { equalWants, NO_WANTS, unionOf, type Wants } from './feed-wants.ts'

/** What tabs say to one another. `to`: one tab only. */
type Note =
  | { kind: 'want'; tab: string; wants: Wants }
  | { kind: 'bye'; tab: string }
  | { kind: 'restart' }
  /** A new tab leads: everybody says again what they want. */
  | { kind: 'call' }
  | { kind: 'message'; message: FeedMessage; to?: string }
  | { kind: 'status'; status: FeedStatus; to?: string }
  /** The house's time as the leading tab knows it, in answer to `want`. */
  | { kind: 'clock'; to: string; serverTime: number; errorMs: number }

export type Channel = { post(note: Note): void; onNote(hear: (note: Note) => void): void; close(): void }

export type TabParts = {
  tab: string
  channel: Channel
  /** Calls `lead` when this tab leads and ends the leadership when the promise resolves. `steal`: take it from a tab that sleeps. */
  elect(lead: () => Promise<void>, steal: boolean): Promise<void>
  openOwn(sink: FeedSink): FeedSource & { last(lotId: string): LotMessage | undefined }
  /** Monotonic, in ms. */
  now(): number
  serverNow(): number
  clockError(): number | null
  addSample(sample: { sentAt: number; receivedAt: number; serverTime: number; errorMs: number }): void
}

const SAY_EVERY_MS = 10_000
/** A tab that has said nothing for so long is gone. */
const GONE_AFTER_MS = 35_000
/** The house speaks every 20 s: a leading tab that passes nothing on sleeps. */
const LEADER_SILENT_MS = 60_000

/** One stream for all tabs of a browser: the leading tab has it and passes everything on; when it closes, another leads. */
export function openSharedSource(parts: TabParts, sink: FeedSink): FeedSource {
  const { tab, channel, now } = parts
  let wants = NO_WANTS
  let own: ReturnType<TabParts['openOwn']> | null = null
  let endLead: (() => void) | null = null
  let status: FeedStatus = 'connecting'
  let saidAt = 0
  let heardAt = now()
  let closed = false
  const others = new Map<string, { wants: Wants; at: number }>()

  function say(): void {
    if (own !== null) return
    saidAt = now()
    channel.post({ kind: 'want', tab, wants })
  }

  function wantAll(): void {
    for (const [other, { at }] of others) if (now() - at > GONE_AFTER_MS) others.delete(other)
    own?.want(unionOf([wants, ...[...others.values()].map((other) => other.wants)]))
  }

  function lead(): Promise<void> {
    if (closed || own !== null) return Promise.resolve()
    own = parts.openOwn({
      message(message, timing) {
        sink.message(message, timing)
        channel.post({ kind: 'message', message })
      },
      status(next) {
        status = next
        sink.status(next)
        channel.post({ kind: 'status', status: next })
      },
    })
    wantAll()
    channel.post({ kind: 'call' })
    return new Promise((resolve) => (endLead = resolve))
  }

  function answer(other: string, theirs: Wants): void {
    const known = others.get(other)
    others.set(other, { wants: theirs, at: now() })
    wantAll()
    const errorMs = parts.clockError()
    if (errorMs !== null) channel.post({ kind: 'clock', to: other, serverTime: parts.serverNow(), errorMs })
    channel.post({ kind: 'status', status, to: other })
    if (known !== undefined && equalWants(known.wants, theirs)) return
    for (const lotId of theirs.lots) {
      const message = own?.last(lotId)
      if (message === undefined) continue
      const asFirst = { ...message, from: message.standing.sequence, lines: [] }
      channel.post({ kind: 'message', message: asFirst, to: other })
    }
  }

  function hear(note: Note): void {
    if (own !== null) {
      if (note.kind === 'want') answer(note.tab, note.wants)
      if (note.kind === 'bye') others.delete(note.tab)
      if (note.kind === 'restart') own.restart()
      if (note.kind === 'call') stepDown()
      return
    }
    if (note.kind === 'call') say()
    if ('to' in note && note.to !== tab) return
    if (note.kind === 'message' || note.kind === 'status' || note.kind === 'clock') heardAt = now()
    if (note.kind === 'message') sink.message(note.message, { sentAt: null, receivedAt: now() })
    if (note.kind === 'status') sink.status(note.status)
    if (note.kind === 'clock') {
      parts.addSample({ sentAt: saidAt, receivedAt: now(), serverTime: note.serverTime, errorMs: note.errorMs })
    }
  }

  /** Another tab took the lead while this one slept. */
  function stepDown(): void {
    own?.close()
    own = null
    endLead?.()
    run(false)
    say()
  }

  function run(steal: boolean): void {
    parts.elect(lead, steal).catch(() => {
      // The lock was taken by another tab, which calls; that is where this one steps down.
    })
  }

  function tick(): void {
    if (own !== null) return wantAll()
    say()
    if (now() - heardAt < LEADER_SILENT_MS) return
    heardAt = now()
    run(true)
  }

  channel.onNote(hear)
  run(false)
  say()
  const timer = setInterval(tick, SAY_EVERY_MS)

  return {
    want(next) {
      wants = next
      if (own === null) say()
      else wantAll()
    },
    restart() {
      if (own === null) channel.post({ kind: 'restart' })
      else own.restart()
    },
    close() {
      closed = true
      clearInterval(timer)
      own?.close()
      endLead?.()
      channel.post({ kind: 'bye', tab })
      channel.close()
    },
  }
}
