import type { Histogram } from 'prom-client'
import type { YouMessage } from '#contract/bidding/feed.ts'
import { MONEY_CHANGED } from '#server/payments/money-changed.ts'
import { LOT_FACTS } from '#server/lots/corrections/correct.ts'
import { LOT_QUESTIONS } from '#server/lots/questions/answer-question.ts'
import type { App } from '#server/platform/app.ts'
import { STAFF_LIST } from '#server/platform/staff-list.ts'
import { SECONDS } from '#server/platform/meters/meters.ts'
import { POWER_CHANGED } from '../buying-power/power-changed.ts'
import type { LotUpdate } from '../lot-update.ts'
import { createAnnouncer, type Announcement, type Announcer } from './announcements.ts'
import { AUCTION_SAID, Audience, AUDIENCE } from './audience.ts'
import { Channels, type Subscription } from './channels.ts'
import { createDatabaseClock, type DatabaseClock } from '#server/platform/database/database-clock.ts'
import {
  buyingPowerFrame,
  factsFrame,
  moneyFrame,
  notifiedFrame,
  openingFrame,
  questionsFrame,
  resyncFrame,
  saidFrame,
  youFrame,
} from './frames.ts'
import { LotNewsDesk } from './lot-news.ts'
import type { FeedReader, LotName } from './reader.ts'
import { StaffNews } from './staff-news.ts'
import { Stream, type Owner, type StreamEvents, type StreamHow, type StreamSocket } from './stream.ts'
import { Streams } from './streams.ts'

const LAG_HELP = 'Time from the database timestamp of a bid, just before its commit, to the last subscriber’s socket'
/** Shortest time between two messages of one lot. */
const TICK_MS = 50
/** How often watched lots are compared with the table. */
const CHECK_EVERY_MS = 3000
const STOP_GRACE_MS = 500
const LOT_NAMES_MAX = 5000
/** How many (person, lot) pairs the last sent message is remembered for. */
const SENT_MAX = 50_000
const STREAMS_MAX = 20_000
const STREAMS_OF_PERSON_MAX = 20

export type FeedLimits = { streamsMax: number; streamsOfPersonMax: number }

export type FeedCounters = {
  streams: number
  lots: number
  /** Encodings of lot messages. */
  encodings: number
  /** Messages not sent to streams that were behind. */
  skipped: number
  /** Times a stream received a request to re-read. */
  resyncs: number
  /** Lot reads from the table, to catch up with other processes. */
  reads: number
  /** Lot messages written to watchers' sockets. */
  deliveries: number
  /** Streams opened so far. */
  opened: number
}

/** The live feed of one process. */
export type Feed = {
  /** Sends what this process committed; only after COMMIT. */
  publish(update: LotUpdate): void
  /** Whether a person may open one more stream; `full`: this process is at capacity, `too-many`: the person is. */
  roomFor(accountId: string): 'yes' | 'full' | 'too-many'
  /** Whether a person has an open stream here that includes the lot. */
  isWatching(accountId: string, lotId: string): boolean
  /** How many bidders have a page of the auction open, across processes. */
  audienceOf(auctionId: string): number
  /** Takes over the socket of a response whose head has been sent. */
  open(socket: StreamSocket, owner: Owner, subscription: Subscription, how?: StreamHow): void
  counters(): FeedCounters
  /** Called when every watcher of a lot in this process has received its latest change. */
  onDelivered(receive: (lotId: string, watchers: number) => void): void
  stop(): Promise<void>
}

export function createFeed(app: App, reader: FeedReader, limits: Partial<FeedLimits> = {}): Feed {
  return new ProcessFeed(app, reader, limits)
}

class ProcessFeed implements Feed {
  #limits: FeedLimits
  #count = { encodings: 0, skipped: 0, resyncs: 0, reads: 0, deliveries: 0, opened: 0 }
  /** Age of an update when the last watcher's socket received it. */
  #lag: Histogram
  #deliveredListener: ((lotId: string, watchers: number) => void) | null = null
  #log: App['log']
  #clock: DatabaseClock
  #streams: Streams
  #channels: Channels
  #announcer: Announcer
  #nameOf: (lotId: string) => Promise<LotName | null>
  #news: LotNewsDesk
  #staff: StaffNews
  #audience: Audience
  #delivered = new Map<string, number>()
  #checks: NodeJS.Timeout
  #unsubscribes: (() => void)[]
  /** The same events for all streams. */
  #events: StreamEvents = {
    caughtUp: (behind) => {
      this.#count.resyncs += 1
      behind.send(resyncFrame(this.#clock.now()))
      this.#channels.restart(behind)
    },
    closed: (gone) => {
      this.#streams.remove(gone)
      this.#channels.leave(gone)
    },
    skipped: () => (this.#count.skipped += 1),
  }

  constructor(app: App, reader: FeedReader, limits: Partial<FeedLimits>) {
    const { bus } = app
    const now = () => performance.now()
    const serverTime = () => this.#clock.now()
    const failed = (err: unknown) => this.#failed(err)
    this.#limits = { streamsMax: STREAMS_MAX, streamsOfPersonMax: STREAMS_OF_PERSON_MAX, ...limits }
    this.#log = app.log
    this.#lag = app.meters.histogram('paddock_feed_lag_seconds', LAG_HELP, SECONDS)
    this.#clock = createDatabaseClock(now, () => app.now())
    this.#streams = new Streams({ serverTime, now, failed })
    this.#channels = new Channels({
      reader,
      clock: this.#clock,
      serverTime,
      now,
      spent,
      failed,
      tickMs: TICK_MS,
      encoded: () => (this.#count.encodings += 1),
      delivered: (lotId, watchers, since) => this.#recordDelivery(lotId, watchers, since),
      read: (lotId, after) => {
        this.#count.reads += 1
        return reader.standingAndLinesAfter(lotId, after)
      },
    })
    this.#announcer = createAnnouncer(TICK_MS, now, (payload) => bus.publish('lot', payload))
    this.#nameOf = rememberNames(reader)
    this.#news = new LotNewsDesk({
      reader,
      nameOf: this.#nameOf,
      connected: () => this.#streams.accounts(),
      sendTo: (accountId, message) => this.#sendTo(accountId, message),
      failed,
    })
    this.#staff = new StaffNews(this.#streams, serverTime, now)
    this.#audience = new Audience(now, (payload) => bus.publish(AUDIENCE, payload))
    this.#unsubscribes = [
      bus.subscribe('lot', (payload) => void this.#receive(payload).catch(failed)),
      bus.subscribe(
        'account-changed',
        (payload) => void this.#streams.accountChanged(accountIn(payload)).catch(failed),
      ),
      bus.subscribe('notified', (payload) => this.#send(accountIn(payload), notifiedFrame)),
      bus.subscribe(MONEY_CHANGED, (payload) => this.#send(accountIn(payload), moneyFrame)),
      bus.subscribe(POWER_CHANGED, (payload) => this.#send(accountIn(payload), buyingPowerFrame)),
      bus.subscribe(LOT_FACTS, (lotId) => this.#sendToFollowers(lotId, factsFrame)),
      bus.subscribe(LOT_QUESTIONS, (lotId) => this.#sendToFollowers(lotId, questionsFrame)),
      bus.subscribe(AUCTION_SAID, (id) =>
        this.#streams.sendWhere((stream) => stream.auctions.includes(id), saidFrame(serverTime(), id)),
      ),
      bus.subscribe(AUDIENCE, (payload) => this.#audience.receive(payload)),
      bus.subscribe(STAFF_LIST, (topic) => this.#staff.receive(topic)),
      bus.onGap(() => {
        this.#staff.receiveAll()
        void Promise.all([this.#channels.check(), this.#streams.recheckAll()]).catch(failed)
      }),
    ]
    this.#checks = setInterval(() => {
      this.#audience.announce(this.#channels.audience())
      void this.#channels.check()
    }, CHECK_EVERY_MS)
    void this.#channels.check()
  }

  publish(update: LotUpdate): void {
    this.#channels.of(update.lotId)?.apply(update.standing, update.lines)
    this.#announcer.announce(update)
  }

  roomFor(accountId: string): 'yes' | 'full' | 'too-many' {
    if (this.#streams.size >= this.#limits.streamsMax) return 'full'
    return this.#streams.countOf(accountId) >= this.#limits.streamsOfPersonMax ? 'too-many' : 'yes'
  }

  audienceOf(auctionId: string): number {
    return this.#audience.of(auctionId)
  }

  isWatching(accountId: string, lotId: string): boolean {
    for (const stream of this.#streams.of(accountId)) if (stream.isOpen && stream.lots.has(lotId)) return true
    return false
  }

  open(socket: StreamSocket, owner: Owner, subscription: Subscription, how?: StreamHow): void {
    if (socket.destroyed) return
    const stream = new Stream(socket, owner, [...subscription.auctions.keys()], this.#events, how)
    this.#count.opened += 1
    stream.send(openingFrame(this.#clock.now(), stream.beatS * 1000))
    this.#streams.add(stream)
    this.#channels.subscribe(stream, subscription)
  }

  counters(): FeedCounters {
    return { streams: this.#streams.size, lots: this.#channels.size, ...this.#count }
  }

  async stop(): Promise<void> {
    clearInterval(this.#checks)
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#announcer.stop()
    this.#staff.stop()
    await this.#news.stop()
    await this.#streams.stop(STOP_GRACE_MS)
    this.#channels.stop()
  }

  /** An announcement about a lot, from any process including this one: a hint to read the table, and whose lead changed. */
  async #receive(payload: string): Promise<void> {
    const { lotId, auctionId, positions, bound, news, ...said } = JSON.parse(payload) as Announcement
    this.#channels.noteLotOfAuction(lotId, auctionId)
    this.#channels.of(lotId)?.want(said.sequence)
    if (news) this.#news.receive(lotId, news)
    if (news || said.status === 'reserve-not-met') this.#staff.receive('negotiations')
    for (const accountId of bound) this.#send(accountId, buyingPowerFrame)
    for (const [accountId, position] of positions) {
      if (this.#streams.countOf(accountId) === 0) continue
      const name = await this.#nameOf(lotId)
      if (name === null) return
      this.#sendTo(accountId, { type: 'you', lotId, ...name, ...said, about: 'lead', position })
    }
  }

  /** Two processes announce on separate connections, so an older message may arrive later: it is then dropped. */
  #sendTo(accountId: string, message: Omit<YouMessage, 'serverTime'>): void {
    const key = `${accountId} ${message.lotId}`
    if ((this.#delivered.get(key) ?? 0) > message.sequence) return
    if (this.#delivered.size >= SENT_MAX) this.#delivered.clear()
    this.#delivered.set(key, message.sequence)
    const frame = youFrame({ serverTime: this.#clock.now(), ...message })
    for (const stream of this.#streams.of(accountId)) stream.send(frame)
  }

  /** A private message that carries only its kind. */
  #send(accountId: string, frameAt: (serverTime: number) => Buffer): void {
    if (this.#streams.countOf(accountId) === 0) return
    const frame = frameAt(this.#clock.now())
    for (const stream of this.#streams.of(accountId)) stream.send(frame)
  }

  /** Sends to every connection that follows the lot. */
  #sendToFollowers(lotId: string, frameAt: (serverTime: number, lotId: string) => Buffer): void {
    this.#streams.sendWhere((stream) => stream.lots.has(lotId), frameAt(this.#clock.now(), lotId))
  }

  onDelivered(receive: (lotId: string, watchers: number) => void): void {
    this.#deliveredListener = receive
  }

  #recordDelivery(lotId: string, watchers: number, since: number): void {
    this.#count.deliveries += watchers
    this.#lag.observe(Math.max(0, this.#clock.now() - since) / 1000)
    this.#deliveredListener?.(lotId, watchers)
  }

  #failed(err: unknown): void {
    this.#log.warn({ err }, 'the live feed could not read the database; it will retry')
  }
}

/** CPU time of this process so far, in ms. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Names of lots, read once each and cached; the oldest entry is dropped first. */
function rememberNames(reader: FeedReader): (lotId: string) => Promise<LotName | null> {
  const names = new Map<string, Promise<LotName | null>>()
  return (lotId) => {
    const known = names.get(lotId)
    if (known !== undefined) return known
    const read = reader.lotName(lotId)
    names.set(lotId, read)
    read.catch(() => names.delete(lotId))
    if (names.size > LOT_NAMES_MAX) names.delete(names.keys().next().value ?? '')
    return read
  }
}

function accountIn(payload: string): string {
  return (JSON.parse(payload) as { accountId: string }).accountId
}
