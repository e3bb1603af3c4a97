import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'
import type { FeedSink } from './feed-own.ts'
import { createFeed } from './feed.ts'
import { lotMessage } from './feed-messages.test-support.ts'
import type { Wants } from './feed-wants.ts'

afterEach(() => vi.useRealTimers())

const TIMING = { sentAt: null, receivedAt: 0 }

function open(now = () => 1000) {
  const wants: Wants[] = []
  const addSample = vi.fn()
  let sink: FeedSink = { message: () => {}, status: () => {}, received: () => {} }
  const feed = createFeed({
    openSource(to) {
      sink = to
      return { want: (next) => wants.push(next), restart: () => {}, close: () => {} }
    },
    serverNow: () => now(),
    addSample,
  })
  return { feed, wants, addSample, send: (message: FeedMessage) => sink.message(message, TIMING), sink: () => sink }
}

test('what several parts of the page want is requested once, and dropped when the last part unmounts', () => {
  const { feed, wants } = open()
  const first = feed.subscribe({ lots: ['a'] }, () => {})
  const second = feed.subscribe({ lots: ['a', 'b'], auctions: ['s'] }, () => {})
  expect(wants.at(-1)).toEqual({ lots: ['a', 'b'], auctions: ['s'] })
  second()
  expect(wants.at(-1)).toEqual({ lots: ['a'], auctions: [] })
  first()
  expect(wants.at(-1)).toEqual({ lots: [], auctions: [] })
})

test('a lot’s messages go to its subscribers, private ones to all, the time to the clock alone', () => {
  const { feed, send, addSample } = open()
  const received: Record<string, string[]> = { a: [], b: [], auction: [] }
  feed.subscribe({ lots: ['a'] }, (message) => received['a']?.push(message.type))
  feed.subscribe({ lots: ['b'] }, (message) => received['b']?.push(message.type))
  feed.subscribe({ auctions: ['s'] }, (message) => received['auction']?.push(message.type))
  send(lotMessage('a', 0, 1))
  send({ type: 'account', serverTime: 1 })
  send({ type: 'time', serverTime: 1 })
  expect(received).toEqual({ a: ['lot', 'account'], b: ['account'], auction: ['lot', 'account'] })
  expect(addSample).toHaveBeenCalledTimes(1)
})

test('a message out of sequence is marked as a gap; the first one and the first after resync are not', () => {
  const { feed, send } = open()
  const gaps: boolean[] = []
  feed.subscribe({ lots: ['a'] }, (message, gap) => {
    if (message.type === 'lot') gaps.push(gap)
  })
  for (const message of [lotMessage('a', 4, 4), lotMessage('a', 4, 6), lotMessage('a', 7, 8)]) send(message)
  send({ type: 'resync', serverTime: 1 })
  send(lotMessage('a', 20, 20))
  expect(gaps).toEqual([false, false, true, false])
})

test('an older position that arrives late is dropped', () => {
  const { feed, send } = open()
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
  send(you(3, 'outbid'))
  send(you(5, 'leading'))
  send(you(4, 'outbid'))
  expect(positions).toEqual(['outbid', 'leading'])
})

test('the state says since when it holds, and listeners get changes only', () => {
  const { feed, sink } = open()
  feed.subscribe({}, () => {})
  const changes: string[] = []
  feed.onState(() => changes.push(feed.state().status))
  for (const status of ['live', 'live', 'reconnecting', 'live'] as const) sink().status(status)
  expect(changes).toEqual(['live', 'reconnecting', 'live'])
  expect(feed.state()).toEqual({ status: 'live', since: 1000 })
})

test('a handler that unsubscribes during a message does not affect the others', () => {
  const { feed, send } = open()
  const received: LotMessage[] = []
  const stop = feed.subscribe({ lots: ['a'] }, () => stop())
  feed.subscribe({ lots: ['a'] }, (message) => {
    if (message.type === 'lot') received.push(message)
  })
  send(lotMessage('a', 0, 1))
  expect(received).toHaveLength(1)
})

test.each([
  [4000, 6000],
  [2000, 3000],
])(
  'where something arrives every %i ms, a silent connection is reported within %i ms, with the time of the last byte',
  async (beatMs, within) => {
    vi.useFakeTimers()
    const { feed, sink } = open(() => Date.now())
    feed.subscribe({ lots: ['a'] }, () => {})
    sink().status('live')
    for (let beat = 0; beat < 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(beatMs)
      sink().received(beatMs)
      expect(feed.state().status).toBe('live')
    }
    const lastByteAt = Date.now()
    await vi.advanceTimersByTimeAsync(within - 100)
    expect(feed.state()).toEqual({ status: 'silent', since: lastByteAt })
    // Another tab that has the stream and has not noticed yet reports it as live: only bytes prove it.
    sink().status('live')
    expect(feed.state().status).toBe('silent')
    sink().status('reconnecting')
    expect(feed.state()).toEqual({ status: 'reconnecting', since: lastByteAt })
    sink().status('live')
    sink().received(beatMs)
    expect(feed.state().status).toBe('live')
  },
)

test('a silent connection is live again with the next byte', async () => {
  vi.useFakeTimers()
  const { feed, sink } = open(() => Date.now())
  feed.subscribe({ lots: ['a'] }, () => {})
  sink().status('live')
  sink().received(2000)
  await vi.advanceTimersByTimeAsync(4000)
  expect(feed.state().status).toBe('silent')
  sink().received(2000)
  expect(feed.state().status).toBe('live')
})
