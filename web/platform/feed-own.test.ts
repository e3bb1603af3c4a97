import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import { openOwnSource, type FeedSource } from './feed-own.ts'
import { waitMs, type Timing } from './feed-stream.ts'
import { lotMessage } from './feed-messages.test-support.ts'

/** The server as the browser sees it: every request is recorded, and answered as the test says. */
class App {
  asked: { url: string; headers: Record<string, string>; signal: AbortSignal }[] = []
  /** Never answered; ends only when aborted. */
  frozen = new Error('frozen')
  answers: (Response | Error)[] = []
  #controllers: ReadableStreamDefaultController<Uint8Array>[] = []

  fetch = (async (url: string, init: RequestInit) => {
    const signal = init.signal as AbortSignal
    this.asked.push({ url, headers: init.headers as Record<string, string>, signal })
    const answer = this.answers.shift()
    if (answer === this.frozen) {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(this.frozen)))
    }
    if (answer instanceof Error) throw answer
    if (answer !== undefined) return answer
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void this.#controllers.push(controller) })
    signal.addEventListener('abort', () => this.#controllers.at(-1)?.error(new Error('aborted')))
    return new Response(body)
  }) as typeof fetch

  async say(message: FeedMessage): Promise<void> {
    this.#controllers
      .at(-1)
      ?.enqueue(new TextEncoder().encode(`event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`))
    await settle()
  }

  /** A heartbeat: bytes, and no message. */
  async beat(): Promise<void> {
    this.#controllers.at(-1)?.enqueue(new TextEncoder().encode(':\n\n'))
    await settle()
  }

  async hangUp(): Promise<void> {
    this.#controllers.at(-1)?.close()
    await settle()
  }
}

const settle = () => vi.advanceTimersByTimeAsync(1)

let app: App
let source: FeedSource
let messages: [FeedMessage, Timing][]
let statuses: string[]
let beats: (number | null)[]
let token: string | null

beforeEach(() => {
  vi.useFakeTimers()
  app = new App()
  messages = []
  statuses = []
  beats = []
  token = 'secret'
})

afterEach(() => {
  source.close()
  vi.useRealTimers()
})

async function open(): Promise<void> {
  source = openOwnSource(
    { fetch: app.fetch, now: () => Date.now(), random: () => 0.5, token: () => token },
    {
      message: (message, timing) => messages.push([message, timing]),
      status: (status) => statuses.push(status),
      received: (beatMs) => beats.push(beatMs),
    },
  )
  await settle()
}

test('the stream is requested with bearer and cookies, for all lots together once they have settled', async () => {
  await open()
  expect(app.asked[0]).toMatchObject({ url: '/api/feed', headers: { authorization: 'Bearer secret' } })
  source.want({ lots: ['a'], auctions: [] })
  source.want({ lots: ['a', 'b'], auctions: ['s'] })
  await vi.advanceTimersByTimeAsync(150)
  expect(app.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a,b&auctions=s'])
  expect(app.asked[0]?.signal.aborted).toBe(true)
})

test('a page that wants its lot while opening the stream sends one request', async () => {
  const opening = open()
  source.want({ lots: ['a'], auctions: [] })
  await opening
  await vi.advanceTimersByTimeAsync(150)
  expect(app.asked.map((each) => each.url)).toEqual(['/api/feed?lots=a'])
})

test('a lot that was dropped and is wanted again starts with its current standing', async () => {
  await open()
  for (const lots of [['a', 'b'], ['a'], ['a', 'b']]) {
    source.want({ lots, auctions: [] })
    await vi.advanceTimersByTimeAsync(150)
  }
  expect(app.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a,b', '/api/feed?lots=a,b'])
})

test('after a lost connection it sends its positions, so that nothing is missed', async () => {
  await open()
  source.want({ lots: ['a', 'b'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  await app.say(lotMessage('a', 3, 5))
  await app.say(lotMessage('b', 1, 1))
  await app.say(lotMessage('a', 5, 6))
  await app.hangUp()
  expect(statuses.at(-1)).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(2000)
  expect(app.asked.at(-1)?.headers['last-event-id']).toBe('b.1,a.6')
  expect(statuses.at(-1)).toBe('live')
})

test('after resync it sends no positions', async () => {
  await open()
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  await app.say(lotMessage('a', 3, 5))
  await app.say({ type: 'resync', serverTime: 1 })
  await app.hangUp()
  await vi.advanceTimersByTimeAsync(2000)
  expect(app.asked.at(-1)?.headers['last-event-id']).toBeUndefined()
})

test('only the first message of a connection answers the request, and so measures a round trip', async () => {
  await open()
  await app.say({ type: 'time', serverTime: 1 })
  await app.say({ type: 'time', serverTime: 2 })
  expect(messages.map(([, timing]) => timing.sentAt === null)).toEqual([false, true])
})

test('a silent connection is closed after 45 s; a heartbeat keeps it open', async () => {
  await open()
  await app.say({ type: 'time', serverTime: 1 })
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(20_000)
    await app.say({ type: 'time', serverTime: 1 })
  }
  expect(app.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(app.asked.length).toBeGreaterThan(1)
})

test.each([
  [2000, 5000],
  [4000, 10_000],
])(
  'a connection that freezes without a reset, with a heartbeat every %i ms, is closed within %i ms',
  async (beatMs, within) => {
    await open()
    await app.say({ type: 'time', serverTime: 1, beatMs })
    for (let beat = 0; beat < 5; beat += 1) {
      await vi.advanceTimersByTimeAsync(beatMs)
      await app.beat()
    }
    expect(app.asked).toHaveLength(1)
    expect(beats).toEqual(Array.from({ length: 6 }, () => beatMs))
    await vi.advanceTimersByTimeAsync(within)
    expect(statuses).toContain('reconnecting')
    expect(app.asked[0]?.signal.aborted).toBe(true)
  },
)

test('a connection without an answer or a first byte is closed after 8 s', async () => {
  app.answers.push(app.frozen)
  await open()
  await vi.advanceTimersByTimeAsync(9000)
  expect(app.asked[0]?.signal.aborted).toBe(true)
  expect(app.asked.length).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(9000)
  expect(app.asked[1]?.signal.aborted).toBe(true)
})

test('a live auction’s feed is requested at its own pace, and requested again when another page needs it', async () => {
  await open()
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  source.want({ lots: ['a'], auctions: [], isLive: true })
  await vi.advanceTimersByTimeAsync(150)
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  expect(app.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a', '/api/feed?lots=a&pace=live'])
})

test('a busy server is retried no sooner than it says', async () => {
  app.answers.push(new Response('', { status: 503, headers: { 'retry-after': '5' } }))
  await open()
  await vi.advanceTimersByTimeAsync(4900)
  expect(app.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(app.asked).toHaveLength(2)
})

test('a person who may not watch lots yet still gets account changes, and watches as soon as they may', async () => {
  await open()
  app.answers.push(new Response('', { status: 402 }))
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  expect(app.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a', '/api/feed'])
  expect(messages.map(([{ type }]) => type)).toEqual(['account'])
  await app.say({ type: 'account', serverTime: 1 })
  expect(app.asked.at(-1)?.url).toBe('/api/feed?lots=a')
})

test('nothing is requested without a token, and a refused token is not retried until there is another', async () => {
  token = null
  await open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(app.asked).toHaveLength(0)
  token = 'stale'
  app.answers.push(new Response('', { status: 401 }))
  source.restart()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(app.asked).toHaveLength(1)
  token = 'fresh'
  source.restart()
  await settle()
  expect(app.asked.at(-1)?.headers['authorization']).toBe('Bearer fresh')
})

test('a session ended elsewhere is reported once as an account change, so that the page reloads the person', async () => {
  await open()
  app.answers.push(new Response('', { status: 401 }))
  await app.hangUp()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(app.asked).toHaveLength(2)
  expect(messages.map(([{ type }]) => type)).toEqual(['account'])
})

test('the wait grows with every failure, is spread evenly, and is limited', () => {
  expect([0, 1, 2, 10].map((failures) => waitMs(failures, 1, 0))).toEqual([1000, 2000, 4000, 15_000])
  expect(waitMs(3, 0.25, 0)).toBe(2000)
  expect(waitMs(0, 0, 0)).toBe(50)
})
