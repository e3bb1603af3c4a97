import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LedgerLine, Standing } from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import { Meters } from '#server/platform/meters/meters.ts'
import { createFeed, type Feed } from './feed.ts'
import type { FeedReader } from './reader.ts'
import { BEHIND_BYTES } from './stream.ts'
import { faultsInStream, watchWithoutReading, type Watch } from './watch-feed.test-support.ts'

const LOTS = Array.from({ length: 20 }, (_, index) => `0197a000-0000-7000-8000-0000000000${index + 10}`)
/** Lines so large that a few ticks fill every buffer between the server and a client. */
const LARGE = 'x'.repeat(150_000)

function standingAt(lotId: string, sequence: number): Standing {
  const amounts = {
    price: 100,
    nextBid: 200,
    increment: 100,
    leader: 101,
    buyNow: null,
    bidCount: sequence,
    extensions: 0,
  }
  return { lotId, status: 'open', sequence, reserve: 'none', opensAt: 0, closesAt: 1, scheduledCloseAt: 1, ...amounts }
}

const sequences = new Map<string, number>()
let feed: Feed
let server: http.Server
let url: string
let waiting: () => number

/** The feed on real sockets, with an in-memory table and no other process. */
beforeEach(async () => {
  for (const lotId of LOTS) sequences.set(lotId, 0)
  const reader: FeedReader = {
    standingAndLinesAfter: async (lotId) => ({ standing: standingAt(lotId, sequences.get(lotId) ?? 0), lines: [] }),
    standings: async (lotIds) => lotIds.map((lotId) => standingAt(lotId, sequences.get(lotId) ?? 0)),
    sequences: async () => ({ now: Date.now(), sequences: new Map(sequences) }),
    lotsOfAuction: async () => [],
    lotName: async () => null,
    involvedIn: async () => null,
  }
  const bus = {
    publish: () => {},
    subscribe: () => () => {},
    onGap: () => () => {},
    lacks: () => null,
    close: async () => {},
  }
  const parts: Partial<App> = { bus, log: pino({ level: 'silent' }), now: Date.now, meters: new Meters() }
  feed = createFeed(parts as App, reader)
  const sockets: http.IncomingMessage['socket'][] = []
  waiting = () => Math.max(...sockets.map((socket) => socket.writableLength))
  server = http.createServer((request, response) => {
    response.useChunkedEncodingByDefault = false
    response.shouldKeepAlive = false
    response.writeHead(200)
    response.flushHeaders()
    sockets.push(request.socket)
    const owner = { accountId: request.url ?? '', isStillEntitled: () => true, isStaff: false, mayRead: () => false }
    feed.open(request.socket, owner, { lots: LOTS, auctions: new Map(), since: new Map() })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  await feed.stop()
  await new Promise((resolve) => server.close(resolve))
})

function publishToAllLots(): void {
  for (const lotId of LOTS) {
    const sequence = (sequences.get(lotId) ?? 0) + 1
    sequences.set(lotId, sequence)
    const line: LedgerLine = { sequence, at: 1, type: 'withdrawn', cause: LARGE }
    feed.publish({
      lotId,
      auctionId: LOTS[0] ?? '',
      standing: standingAt(lotId, sequence),
      lines: [line],
      positions: [],
      bound: [],
      news: null,
    })
  }
}

const hasReached = (watch: Watch, sequence: number) =>
  watch.until(() => LOTS.every((lotId) => watch.lotMessages(lotId).at(-1)?.standing.sequence === sequence), 10_000)

test('a client that does not read is queued within bounds, asked to refetch, and costs the others nothing', async () => {
  const deaf = await watchWithoutReading(`${url}/boris`)
  const reader = (await watchWithoutReading(`${url}/dana`)).resume()
  await hasReached(reader, 0)
  let round = 0
  while (feed.counters().skipped === 0) {
    publishToAllLots()
    round += 1
    await hasReached(reader, round)
    expect(waiting()).toBeLessThan(BEHIND_BYTES + 2 * LARGE.length)
  }
  publishToAllLots()
  await hasReached(reader, round + 1)
  for (const lotId of LOTS) expect(faultsInStream(reader.messages, lotId)).toEqual([])
  expect(reader.messages.some((message) => message.type === 'resync')).toBe(false)

  const awake = deaf.resume()
  await hasReached(awake, round + 1)
  expect(awake.messages.filter((message) => message.type === 'resync')).toHaveLength(1)
  for (const lotId of LOTS) expect(faultsInStream(awake.messages, lotId)).toEqual([])
  awake.close()
  reader.close()
})
