import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnSource } from '#web/platform/feed-own.ts'
import { createFeed, type Feed } from '#web/platform/feed.ts'
import { castPerson } from './cast.ts'
import { openGate, type Gate } from './faults/gate.ts'
import { watchFeed } from '#server/bidding/feed/watch-feed.test-support.ts'
import { openTestServer, type TestServer } from './harness/test-server.ts'
import { castLot } from './inventory.ts'

/** The browser's feed against the real server, on a link that freezes: nothing arrives, and nothing breaks. */

let server: TestServer
let gate: Gate
let token: string

beforeAll(async () => {
  server = await openTestServer()
  gate = await openGate()
  gate.leadTo(server.url)
  token = (await castPerson(server.app.pool, { name: 'Ada' })).token
})

afterAll(async () => {
  gate?.close()
  await server?.close()
})

function openFeed(): Feed {
  const parts = {
    token: () => token,
    fetch: ((path: string, init: RequestInit) => fetch(`http://127.0.0.1:${gate.port}${path}`, init)) as typeof fetch,
    now: () => performance.now(),
    random: Math.random,
  }
  return createFeed({ openSource: (sink) => openOwnSource(parts, sink), serverNow: () => Date.now(), addSample() {} })
}

function becomes(feed: Feed, status: string, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`it is ${feed.state().status} after ${withinMs} ms`)), withinMs)
    const stop = feed.onState(() => {
      if (feed.state().status !== status) return
      clearTimeout(late)
      stop()
      resolve()
    })
  })
}

test.each([
  ['timed', false, 6000],
  ['live', true, 3000],
])(
  'a frozen link of a %s auction is reported in time, by the last byte that came, and recovers',
  async (_, isLive, withinMs) => {
    gate.set('open')
    const lot = await castLot(server.app)
    const feed = openFeed()
    const begun = becomes(feed, 'live', 5000)
    feed.subscribe({ lots: [lot.lotId], isLive }, () => {})
    await begun
    // Several heartbeats: a quiet link that works is never reported as silent.
    await expect(becomes(feed, 'silent', withinMs * 1.5)).rejects.toThrow('it is live')
    const frozenAt = Date.now()
    gate.set('held')
    await becomes(feed, 'silent', withinMs)
    expect(feed.state().since).toBeLessThanOrEqual(frozenAt + 100)
    expect(feed.state().since).toBeGreaterThan(frozenAt - withinMs)
    const back = becomes(feed, 'live', 10_000)
    gate.set('open')
    await back
    feed.close()
  },
)

test('a stream announces its heartbeat: every 4 s with a followed lot, every 2 s on a live auction, otherwise every 20 s', async () => {
  const lot = await castLot(server.app)
  for (const [options, beatMs] of [
    [{ lots: [lot.lotId] }, 4000],
    [{ lots: [lot.lotId], pace: 'live' }, 2000],
    [{}, 20_000],
  ] as const) {
    const watch = await watchFeed(server.url, { token, ...options, lots: 'lots' in options ? [...options.lots] : [] })
    await watch.until((messages) => messages.length > 0)
    expect(watch.messages[0]).toMatchObject({ type: 'time', beatMs })
    watch.close()
  }
})
