import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage, LotMessage } from '#contract/feed.ts'
import type { FeedSink } from './feed-own.ts'
import { createFeed } from './feed.ts'
import { lotMessage } from './feed-test-messages.ts'
import type { Wants } from './feed-wants.ts'

afterEach(() => vi.useRealTimers())

const TIMING = { sentAt: null, receivedAt: 0 }

function open(now = () => 1000) {
  const wants: Wants[] = []
  const addSample = vi.fn()
  let sink: FeedSink = { message: () => {}, status: () => {}, heard: () => {} }
  const feed = createFeed({
    openSource(to) {
      sink = to
      return { want: (next) => wants.push(next), restart: () => {}, close: () => {} }
    },
    serverNow: () => now(),
    addSample,
  })
  return { feed, wants, addSample, tell: (message: FeedMessage) => sink.message(message, TIMING), sink: () => sink }
}

test('what several parts of the page want is asked for once, and given up when the last part goes', () => {
  const { feed, wants } = open()
  const first = feed.subscribe({ lots: ['a'] }, () => {})
  const second = feed.subscribe({ lots: ['a', 'b'], auctions: ['s'] }, () => {})
  expect(wants.at(-1)).toEqual({ lots: ['a', 'b'], auctions: ['s'] })
  second()
  expect(wants.at(-1)).toEqual({ lots: ['a'], auctions: [] })
  first()
  expect(wants.at(-1)).toEqual({ lots: [], auctions: [] })
})

test('a lot’s messages go to those who asked for it, private ones to everybody, the time to the clock alone', () => {
  const { feed, tell, addSample } = open()
  const heard: Record<string, string[]> = { a: [], b: [], sale: [] }
  feed.subscribe({ lots: ['a'] }, (message) => heard['a']?.push(message.type))
  feed.subscribe({ lots: ['b'] }, (message) => heard['b']?.push(message.type))
  feed.subscribe({ auctions: ['s'] }, (message) => heard['sale']?.push(message.type))
  tell(lotMessage('a', 0, 1))
  tell({ type: 'account', serverTime: 1 })
  tell({ type: 'time', serverTime: 1 })
  expect(heard).toEqual({ a: ['lot', 'account'], b: ['account'], sale: ['lot', 'account'] })
  expect(addSample).toHaveBeenCalledTimes(1)
})

test('a message that does not follow on is marked as a gap; the first one and the first after resync are not', () => {
  const { feed, tell } = open()
  const gaps: boolean[] = []
  feed.subscribe({ lots: ['a'] }, (message, gap) => {
    if (message.type === 'lot') gaps.push(gap)
  })
  for (const message of [lotMessage('a', 4, 4), lotMessage('a', 4, 6), lotMessage('a', 7, 8)]) tell(message)
  tell({ type: 'resync', serverTime: 1 })
  tell(lotMessage('a', 20, 20))
  expect(gaps).toEqual([false, false, true, false])
})

test('an older position that comes late is not told', () => {
  const { feed, tell } = open()
  const positions: string[] = []
  feed.subscribe({}, (message) => {
    if (message.type === 'you') positions.push(message.position)
  })
  const you = (sequence: number, position: 'leading' | 'outbid'): FeedMessage => ({
    type: 'you',
    serverTime: 1,
    lotId: 'a',
    lotNumber: 1001,
    title: '2010 Kiri Urban',
    sequence,
    about: 'lead',
    status: 'open',
    position,
    price: 100,
    nextBid: 200,
  })
  tell(you(3, 'outbid'))
  tell(you(5, 'leading'))
  tell(you(4, 'outbid'))
  expect(positions).toEqual(['outbid', 'leading'])
})

test('the state says since when it holds, and listeners hear of changes only', () => {
  const { feed, sink } = open()
  feed.subscribe({}, () => {})
  const changes: string[] = []
  feed.onState(() => changes.push(feed.state().status))
  for (const status of ['live', 'live', 'reconnecting', 'live'] as const) sink().status(status)
  expect(changes).toEqual(['live', 'reconnecting', 'live'])
  expect(feed.state()).toEqual({ status: 'live', since: 1000 })
})

test('a handler that unsubscribes while it is told harms nobody', () => {
  const { feed, tell } = open()
  const heard: LotMessage[] = []
  const stop = feed.subscribe({ lots: ['a'] }, () => stop())
  feed.subscribe({ lots: ['a'] }, (message) => {
    if (message.type === 'lot') heard.push(message)
  })
  tell(lotMessage('a', 0, 1))
  expect(heard).toHaveLength(1)
})

test.each([
  [4000, 6000],
  [2000, 3000],
])(
  'where something comes every %i ms, a silent link is told within %i ms, and since when it is silent',
  async (beatMs, within) => {
    vi.useFakeTimers()
    const { feed, sink } = open(() => Date.now())
    feed.subscribe({ lots: ['a'] }, () => {})
    sink().status('live')
    for (let beat = 0; beat < 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(beatMs)
      sink().heard(beatMs)
      expect(feed.state().status).toBe('live')
    }
    const lastByteAt = Date.now()
    await vi.advanceTimersByTimeAsync(within - 100)
    expect(feed.state()).toEqual({ status: 'silent', since: lastByteAt })
    // Another tab that has the stream and has not noticed yet says that it is well: only bytes can tell.
    sink().status('live')
    expect(feed.state().status).toBe('silent')
    sink().status('reconnecting')
    expect(feed.state()).toEqual({ status: 'reconnecting', since: lastByteAt })
    sink().status('live')
    sink().heard(beatMs)
    expect(feed.state().status).toBe('live')
  },
)

test('a silent link is live again with the next byte', async () => {
  vi.useFakeTimers()
  const { feed, sink } = open(() => Date.now())
  feed.subscribe({ lots: ['a'] }, () => {})
  sink().status('live')
  sink().heard(2000)
  await vi.advanceTimersByTimeAsync(4000)
  expect(feed.state().status).toBe('silent')
  sink().heard(2000)
  expect(feed.state().status).toBe('live')
})
