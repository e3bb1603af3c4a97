import type { Socket } from 'node:net'
import type { House } from '#server/platform/house.ts'
import type { LotUpdate } from '../lot-update.ts'
import { createAnnouncer, type Announcement } from './announcements.ts'
import { Channels, type Subscription } from './channels.ts'
import { createDatabaseClock } from './database-clock.ts'
import { openingFrame, resyncFrame, youFrame } from './frames.ts'
import type { FeedReader, LotName } from './reader.ts'
import { Stream, type Owner } from './stream.ts'
import { Streams } from './streams.ts'

/** Shortest time between two messages of one lot. */
const TICK_MS = 50
/** How often watched lots are held against the table. */
const CHECK_EVERY_MS = 3000
const STOP_GRACE_MS = 500
const LOT_NAMES_MAX = 5000
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
}

/** The live feed of one process. */
export type Feed = {
  /** Tells what this process committed; only after COMMIT. */
  publish(update: LotUpdate): void
  /** Whether one more stream of a person fits; `full`: this process has all it takes, `too-many`: the person has. */
  roomFor(accountId: string): 'yes' | 'full' | 'too-many'
  /** Takes over the socket of a response whose head has been sent. */
  open(socket: Socket, owner: Owner, subscription: Subscription): void
  counters(): FeedCounters
  stop(): Promise<void>
}

export function createFeed(house: House, reader: FeedReader, limits: Partial<FeedLimits> = {}): Feed {
  const { streamsMax = STREAMS_MAX, streamsOfPersonMax = STREAMS_OF_PERSON_MAX } = limits
  const now = () => performance.now()
  const clock = createDatabaseClock(now, () => house.now())
  const count = { encodings: 0, skipped: 0, resyncs: 0, reads: 0 }
  const failed = (err: unknown) => house.log.warn({ err }, 'the live feed could not read; it tries again')
  const serverTime = () => clock.now()
  const streams = new Streams({ serverTime, now, failed })
  const channels = new Channels({
    reader,
    clock,
    serverTime,
    now,
    failed,
    tickMs: TICK_MS,
    encoded: () => (count.encodings += 1),
    read(lotId, after) {
      count.reads += 1
      return reader.standingAndLinesAfter(lotId, after)
    },
  })
  const announcer = createAnnouncer(TICK_MS, now, (payload) => house.bus.publish('lot', payload))
  const names = rememberNames(reader)

  async function hear(payload: string): Promise<void> {
    const { lotId, auctionId, sequence, price, nextBid, positions } = JSON.parse(payload) as Announcement
    channels.noteLotOfAuction(lotId, auctionId)
    channels.of(lotId)?.want(sequence)
    for (const [accountId, position] of positions) {
      if (streams.countOf(accountId) === 0) continue
      const name = await names(lotId)
      if (name === null) return
      const frame = youFrame({
        type: 'you',
        serverTime: serverTime(),
        lotId,
        ...name,
        sequence,
        position,
        price,
        nextBid,
      })
      for (const stream of streams.of(accountId)) stream.send(frame)
    }
  }

  const check = () => void channels.check()
  const checks = setInterval(check, CHECK_EVERY_MS)
  const unsubscribes = [
    house.bus.subscribe('lot', (payload) => void hear(payload).catch(failed)),
    house.bus.subscribe('account-changed', (payload) => void streams.accountChanged(accountIn(payload)).catch(failed)),
    house.bus.onGap(() => {
      check()
      void streams.recheckAll()
    }),
  ]
  check()

  return {
    publish(update) {
      channels.of(update.lotId)?.apply(update.standing, update.lines)
      announcer.announce(update)
    },
    roomFor(accountId) {
      if (streams.size >= streamsMax) return 'full'
      return streams.countOf(accountId) >= streamsOfPersonMax ? 'too-many' : 'yes'
    },
    open(socket, owner, subscription) {
      if (socket.destroyed) return
      const stream = new Stream(socket, owner, [...subscription.auctions.keys()], {
        caughtUp(behind) {
          count.resyncs += 1
          behind.send(resyncFrame(serverTime()))
          channels.beginAnew(behind)
        },
        closed(gone) {
          streams.remove(gone)
          channels.leave(gone)
        },
        skipped: () => (count.skipped += 1),
      })
      stream.send(openingFrame(serverTime()))
      streams.add(stream)
      channels.subscribe(stream, subscription)
    },
    counters: () => ({ streams: streams.size, lots: channels.size, ...count }),
    async stop() {
      clearInterval(checks)
      for (const unsubscribe of unsubscribes) unsubscribe()
      announcer.stop()
      await streams.stop(STOP_GRACE_MS)
      channels.stop()
    },
  }
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
