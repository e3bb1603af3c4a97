import type { Socket } from 'node:net'
import type { YouMessage } from '#contract/feed.ts'
import { MONEY_CHANGED } from '#server/membership/money-changed.ts'
import { LOT_FACTS } from '#server/lots/corrections/correct.ts'
import { LOT_QUESTIONS } from '#server/lots/questions/answer-question.ts'
import type { House } from '#server/platform/house.ts'
import { STAFF_LIST } from '#server/platform/staff-list.ts'
import { Histogram, SECONDS } from '#server/platform/meters/meters.ts'
import { POWER_CHANGED } from '../buying-power/power-changed.ts'
import type { LotUpdate } from '../lot-update.ts'
import { createAnnouncer, type Announcement, type Announcer } from './announcements.ts'
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
  youFrame,
} from './frames.ts'
import { LotNewsDesk } from './lot-news.ts'
import type { FeedReader, LotName } from './reader.ts'
import { StaffNews } from './staff-news.ts'
import { Stream, type Owner, type StreamEvents, type StreamHow } from './stream.ts'
import { Streams } from './streams.ts'

/** Shortest time between two messages of one lot. */
const TICK_MS = 50
/** How often watched lots are held against the table. */
const CHECK_EVERY_MS = 3000
const STOP_GRACE_MS = 500
const LOT_NAMES_MAX = 5000
/** Persons and lots of which it is remembered what they were told last. */
const TOLD_MAX = 50_000
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
  /** Times a stream was told to re-read. */
  resyncs: number
  /** Lot reads from the table, to catch up with other processes. */
  reads: number
  /** Lot messages handed to sockets of those who watch. */
  deliveries: number
  /** Streams opened so far. */
  opened: number
}

/** The live feed of one process. */
export type Feed = {
  /** Tells what this process committed; only after COMMIT. */
  publish(update: LotUpdate): void
  /** Whether one more stream of a person fits; `full`: this process has all it takes, `too-many`: the person has. */
  roomFor(accountId: string): 'yes' | 'full' | 'too-many'
  /** Whether a person has a stream open here that carries the lot. */
  isWatching(accountId: string, lotId: string): boolean
  /** Takes over the socket of a response whose head has been sent. */
  open(socket: Socket, owner: Owner, subscription: Subscription, how?: StreamHow): void
  counters(): FeedCounters
  /** How old what is told was when the last watcher's socket had it. */
  readonly lag: Histogram
  /** Calls when all who watch a lot here have been told of its latest change. */
  onTold(hear: (lotId: string, watchers: number) => void): void
  stop(): Promise<void>
}

export function createFeed(house: House, reader: FeedReader, limits: Partial<FeedLimits> = {}): Feed {
  return new ProcessFeed(house, reader, limits)
}

class ProcessFeed implements Feed {
  #limits: FeedLimits
  #count = { encodings: 0, skipped: 0, resyncs: 0, reads: 0, deliveries: 0, opened: 0 }
  readonly lag = new Histogram(SECONDS)
  #hearTold: ((lotId: string, watchers: number) => void) | null = null
  #log: House['log']
  #clock: DatabaseClock
  #streams: Streams
  #channels: Channels
  #announcer: Announcer
  #nameOf: (lotId: string) => Promise<LotName | null>
  #news: LotNewsDesk
  #staff: StaffNews
  #told = new Map<string, number>()
  #checks: NodeJS.Timeout
  #unsubscribes: (() => void)[]
  /** The same for all streams. */
  #events: StreamEvents = {
    caughtUp: (behind) => {
      this.#count.resyncs += 1
      behind.send(resyncFrame(this.#clock.now()))
      this.#channels.beginAnew(behind)
    },
    closed: (gone) => {
      this.#streams.remove(gone)
      this.#channels.leave(gone)
    },
    skipped: () => (this.#count.skipped += 1),
  }

  constructor(house: House, reader: FeedReader, limits: Partial<FeedLimits>) {
    const { bus } = house
    const now = () => performance.now()
    const serverTime = () => this.#clock.now()
    const failed = (err: unknown) => this.#failed(err)
    this.#limits = { streamsMax: STREAMS_MAX, streamsOfPersonMax: STREAMS_OF_PERSON_MAX, ...limits }
    this.#log = house.log
    this.#clock = createDatabaseClock(now, () => house.now())
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
      told: (lotId, watchers, since) => this.#noteTold(lotId, watchers, since),
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
      tell: (accountId, message) => this.#tell(accountId, message),
      failed,
    })
    this.#staff = new StaffNews(this.#streams, serverTime, now)
    this.#unsubscribes = [
      bus.subscribe('lot', (payload) => void this.#hear(payload).catch(failed)),
      bus.subscribe(
        'account-changed',
        (payload) => void this.#streams.accountChanged(accountIn(payload)).catch(failed),
      ),
      bus.subscribe('notified', (payload) => this.#send(accountIn(payload), notifiedFrame)),
      bus.subscribe(MONEY_CHANGED, (payload) => this.#send(accountIn(payload), moneyFrame)),
      bus.subscribe(POWER_CHANGED, (payload) => this.#send(accountIn(payload), buyingPowerFrame)),
      bus.subscribe(LOT_FACTS, (lotId) => this.#tellFollowers(lotId, factsFrame)),
      bus.subscribe(LOT_QUESTIONS, (lotId) => this.#tellFollowers(lotId, questionsFrame)),
      bus.subscribe(STAFF_LIST, (topic) => this.#staff.hear(topic)),
      bus.onGap(() => {
        this.#staff.hearAll()
        void Promise.all([this.#channels.check(), this.#streams.recheckAll()]).catch(failed)
      }),
    ]
    this.#checks = setInterval(() => void this.#channels.check(), CHECK_EVERY_MS)
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

  isWatching(accountId: string, lotId: string): boolean {
    for (const stream of this.#streams.of(accountId)) if (stream.isOpen && stream.lots.has(lotId)) return true
    return false
  }

  open(socket: Socket, owner: Owner, subscription: Subscription, how?: StreamHow): void {
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

  /** What some process, this one too, says of a lot: a hint to look at the table, and whose lead changed. */
  async #hear(payload: string): Promise<void> {
    const { lotId, auctionId, positions, bound, news, ...said } = JSON.parse(payload) as Announcement
    this.#channels.noteLotOfAuction(lotId, auctionId)
    this.#channels.of(lotId)?.want(said.sequence)
    if (news) this.#news.hear(lotId, news)
    if (news || said.status === 'reserve-not-met') this.#staff.hear('negotiations')
    for (const accountId of bound) this.#send(accountId, buyingPowerFrame)
    for (const [accountId, position] of positions) {
      if (this.#streams.countOf(accountId) === 0) continue
      const name = await this.#nameOf(lotId)
      if (name === null) return
      this.#tell(accountId, { type: 'you', lotId, ...name, ...said, about: 'lead', position })
    }
  }

  /** Two processes announce on connections of their own, so what is older may arrive later: then it is no news any more. */
  #tell(accountId: string, message: Omit<YouMessage, 'serverTime'>): void {
    const key = `${accountId} ${message.lotId}`
    if ((this.#told.get(key) ?? 0) > message.sequence) return
    if (this.#told.size >= TOLD_MAX) this.#told.clear()
    this.#told.set(key, message.sequence)
    const frame = youFrame({ serverTime: this.#clock.now(), ...message })
    for (const stream of this.#streams.of(accountId)) stream.send(frame)
  }

  /** A private message that says nothing but its kind. */
  #send(accountId: string, frameAt: (serverTime: number) => Buffer): void {
    if (this.#streams.countOf(accountId) === 0) return
    const frame = frameAt(this.#clock.now())
    for (const stream of this.#streams.of(accountId)) stream.send(frame)
  }

  /** To every connection that follows the lot. */
  #tellFollowers(lotId: string, frameAt: (serverTime: number, lotId: string) => Buffer): void {
    const frame = frameAt(this.#clock.now(), lotId)
    for (const accountId of this.#streams.accounts()) {
      for (const stream of this.#streams.of(accountId)) if (stream.isOpen && stream.lots.has(lotId)) stream.send(frame)
    }
  }

  onTold(hear: (lotId: string, watchers: number) => void): void {
    this.#hearTold = hear
  }

  #noteTold(lotId: string, watchers: number, since: number): void {
    this.#count.deliveries += watchers
    this.lag.observe(Math.max(0, this.#clock.now() - since) / 1000)
    this.#hearTold?.(lotId, watchers)
  }

  #failed(err: unknown): void {
    this.#log.warn({ err }, 'the live feed could not read; it tries again')
  }
}

/** The processor's time of this process so far, in ms. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Names of lots, read once each; the first in goes out first. */
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
