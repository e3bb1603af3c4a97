import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/feed.ts'
import { openOwnSource, type FeedSource } from './feed-own.ts'
import { waitMs, type Timing } from './feed-stream.ts'
import { lotMessage } from './feed-test-messages.ts'

/** The house as the browser meets it: every request is kept, and answered as the test says. */
class House {
  asked: { url: string; headers: Record<string, string>; signal: AbortSignal }[] = []
  /** Never answered, and ended only when it is given up. */
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

let house: House
let source: FeedSource
let messages: [FeedMessage, Timing][]
let statuses: string[]
let beats: (number | null)[]
let token: string | null

beforeEach(() => {
  vi.useFakeTimers()
  house = new House()
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
    { fetch: house.fetch, now: () => Date.now(), random: () => 0.5, token: () => token },
    {
      message: (message, timing) => messages.push([message, timing]),
      status: (status) => statuses.push(status),
      heard: (beatMs) => beats.push(beatMs),
    },
  )
  await settle()
}

test('the stream is asked for with bearer and cookies, and for all lots at once after they have settled', async () => {
  await open()
  expect(house.asked[0]).toMatchObject({ url: '/api/feed', headers: { authorization: 'Bearer secret' } })
  source.want({ lots: ['a'], auctions: [] })
  source.want({ lots: ['a', 'b'], auctions: ['s'] })
  await vi.advanceTimersByTimeAsync(150)
  expect(house.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a,b&auctions=s'])
  expect(house.asked[0]?.signal.aborted).toBe(true)
})

test('a page that wants its lot as it opens the stream asks once', async () => {
  const opening = open()
  source.want({ lots: ['a'], auctions: [] })
  await opening
  await vi.advanceTimersByTimeAsync(150)
  expect(house.asked.map((each) => each.url)).toEqual(['/api/feed?lots=a'])
})

test('a lot that was given up and is wanted again begins with its present standing', async () => {
  await open()
  for (const lots of [['a', 'b'], ['a'], ['a', 'b']]) {
    source.want({ lots, auctions: [] })
    await vi.advanceTimersByTimeAsync(150)
  }
  expect(house.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a,b', '/api/feed?lots=a,b'])
})

test('after a lost connection it says what it holds, so that nothing is missed', async () => {
  await open()
  source.want({ lots: ['a', 'b'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  await house.say(lotMessage('a', 3, 5))
  await house.say(lotMessage('b', 1, 1))
  await house.say(lotMessage('a', 5, 6))
  await house.hangUp()
  expect(statuses.at(-1)).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(2000)
  expect(house.asked.at(-1)?.headers['last-event-id']).toBe('b.1,a.6')
  expect(statuses.at(-1)).toBe('live')
})

test('after resync it claims to hold nothing', async () => {
  await open()
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  await house.say(lotMessage('a', 3, 5))
  await house.say({ type: 'resync', serverTime: 1 })
  await house.hangUp()
  await vi.advanceTimersByTimeAsync(2000)
  expect(house.asked.at(-1)?.headers['last-event-id']).toBeUndefined()
})

test('only the first message of a connection answers the request, and so measures a round trip', async () => {
  await open()
  await house.say({ type: 'time', serverTime: 1 })
  await house.say({ type: 'time', serverTime: 2 })
  expect(messages.map(([, timing]) => timing.sentAt === null)).toEqual([false, true])
})

test('a silent connection is given up after 45 s; a heartbeat keeps it', async () => {
  await open()
  await house.say({ type: 'time', serverTime: 1 })
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(20_000)
    await house.say({ type: 'time', serverTime: 1 })
  }
  expect(house.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(house.asked.length).toBeGreaterThan(1)
})

test.each([
  [2000, 5000],
  [4000, 10_000],
])(
  'a link that freezes without a reset, with a heartbeat every %i ms, is given up within %i ms',
  async (beatMs, within) => {
    await open()
    await house.say({ type: 'time', serverTime: 1, beatMs })
    for (let beat = 0; beat < 5; beat += 1) {
      await vi.advanceTimersByTimeAsync(beatMs)
      await house.beat()
    }
    expect(house.asked).toHaveLength(1)
    expect(beats).toEqual(Array.from({ length: 6 }, () => beatMs))
    await vi.advanceTimersByTimeAsync(within)
    expect(statuses).toContain('reconnecting')
    expect(house.asked[0]?.signal.aborted).toBe(true)
  },
)

test('a connection that is not answered, or brings no first byte, is given up after 8 s', async () => {
  house.answers.push(house.frozen)
  await open()
  await vi.advanceTimersByTimeAsync(9000)
  expect(house.asked[0]?.signal.aborted).toBe(true)
  expect(house.asked.length).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(9000)
  expect(house.asked[1]?.signal.aborted).toBe(true)
})

test('the feed of a live sale is asked for at its pace, and asked anew where another page comes to want that', async () => {
  await open()
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  source.want({ lots: ['a'], auctions: [], isLive: true })
  await vi.advanceTimersByTimeAsync(150)
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  expect(house.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a', '/api/feed?lots=a&pace=live'])
})

test('a busy house is asked again no sooner than it says', async () => {
  house.answers.push(new Response('', { status: 503, headers: { 'retry-after': '5' } }))
  await open()
  await vi.advanceTimersByTimeAsync(4900)
  expect(house.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(house.asked).toHaveLength(2)
})

test('who may not watch lots yet still hears of his account, and watches as soon as he may', async () => {
  await open()
  house.answers.push(new Response('', { status: 402 }))
  source.want({ lots: ['a'], auctions: [] })
  await vi.advanceTimersByTimeAsync(150)
  expect(house.asked.map((each) => each.url)).toEqual(['/api/feed', '/api/feed?lots=a', '/api/feed'])
  expect(messages.map(([{ type }]) => type)).toEqual(['account'])
  await house.say({ type: 'account', serverTime: 1 })
  expect(house.asked.at(-1)?.url).toBe('/api/feed?lots=a')
})

test('without a token nothing is asked, and a refused token is not tried again until there is another', async () => {
  token = null
  await open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(house.asked).toHaveLength(0)
  token = 'stale'
  house.answers.push(new Response('', { status: 401 }))
  source.restart()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(house.asked).toHaveLength(1)
  token = 'fresh'
  source.restart()
  await settle()
  expect(house.asked.at(-1)?.headers['authorization']).toBe('Bearer fresh')
})

test('a session ended elsewhere is told as a change of the account, once, so that the page asks who is there', async () => {
  await open()
  house.answers.push(new Response('', { status: 401 }))
  await house.hangUp()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(house.asked).toHaveLength(2)
  expect(messages.map(([{ type }]) => type)).toEqual(['account'])
})

test('the wait grows with every failure, is spread evenly and has a limit', () => {
  expect([0, 1, 2, 10].map((failures) => waitMs(failures, 1, 0))).toEqual([1000, 2000, 4000, 15_000])
  expect(waitMs(3, 0.25, 0)).toBe(2000)
  expect(waitMs(0, 0, 0)).toBe(50)
})
