import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'
import type { FeedSink, FeedSource } from './feed-own.ts'
import { openSharedSource, type Channel } from './feed-tabs.ts'
import { lotMessage } from './feed-messages.test-support.ts'
import type { Wants } from './feed-wants.ts'

/** A browser with tabs: a channel that reaches all but the sender, and one lock. */
class Browser {
  #tabs = new Map<string, (note: never) => void>()
  #queue: (() => Promise<void>)[] = []
  #holder: { release: () => void } | null = null
  streams: { tab: string; sink: FeedSink; wants: Wants[]; restarts: number; open: boolean }[] = []
  asleep = new Set<string>()

  open(tab: string) {
    const messages: FeedMessage[] = []
    const statuses: string[] = []
    const samples: number[] = []
    const beats: (number | null)[] = []
    const channel: Channel = {
      post: (note) => {
        if (this.asleep.has(tab)) return
        for (const [other, handler] of this.#tabs)
          if (other !== tab && !this.asleep.has(other)) handler(structuredClone(note) as never)
      },
      onNote: (handler) => this.#tabs.set(tab, handler as (note: never) => void),
      close: () => this.#tabs.delete(tab),
    }
    const source: FeedSource = openSharedSource(
      {
        tab,
        channel,
        elect: (lead, steal) => (this.asleep.has(tab) ? new Promise(() => {}) : this.#elect(lead, steal)),
        openOwn: (sink) => this.#stream(tab, sink),
        now: () => Date.now(),
        serverNow: () => 777,
        clockError: () => 3,
        addSample: (sample) => samples.push(sample.serverTime),
      },
      {
        message: (message) => messages.push(message),
        status: (status) => statuses.push(status),
        received: (beatMs) => beats.push(beatMs),
      },
    )
    return { source, messages, statuses, samples, beats }
  }

  get live() {
    return this.streams.filter((stream) => stream.open)
  }

  #stream(tab: string, sink: FeedSink) {
    const last = new Map<string, LotMessage>()
    const stream = { tab, sink, wants: [] as Wants[], restarts: 0, open: true }
    const forward = sink.message
    stream.sink = {
      ...sink,
      message(message, timing) {
        if (message.type === 'lot') last.set(message.standing.lotId, message)
        forward(message, timing)
      },
    }
    this.streams.push(stream)
    return {
      want: (next: Wants) => stream.wants.push(next),
      restart: () => (stream.restarts += 1),
      close: () => (stream.open = false),
      last: (lotId: string) => last.get(lotId),
    }
  }

  #elect(lead: () => Promise<void>, steal: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () =>
        new Promise<void>((free) => {
          this.#holder = { release: () => (reject(new Error('stolen')), free()) }
          void lead().then(() => (resolve(), free()))
        })
      if (steal && this.#holder !== null) {
        const { release } = this.#holder
        void this.#hold(take)
        release()
      } else if (this.#holder === null) void this.#hold(take)
      else this.#queue.push(take)
    })
  }

  async #hold(take: () => Promise<void>): Promise<void> {
    const taken = take()
    const mine = this.#holder
    await taken
    if (this.#holder !== mine) return
    this.#holder = null
    const next = this.#queue.shift()
    if (next !== undefined) await this.#hold(next)
  }
}

const TIMING = { sentAt: null, receivedAt: 0 }

let browser: Browser

beforeEach(() => {
  vi.useFakeTimers()
  browser = new Browser()
})

afterEach(() => vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(1)

test('three tabs share one stream for everything they want, and all receive it', async () => {
  const tabs = [browser.open('one'), browser.open('two'), browser.open('three')]
  tabs.forEach((tab, index) => tab.source.want({ lots: [`lot ${index}`], auctions: [] }))
  await settle()
  expect(browser.live).toHaveLength(1)
  const [stream] = browser.live
  expect(stream?.wants.at(-1)?.lots).toEqual(['lot 0', 'lot 1', 'lot 2'])
  stream?.sink.status('live')
  stream?.sink.message(lotMessage('lot 2', 0, 1), TIMING)
  for (const tab of tabs) {
    expect(tab.messages).toHaveLength(1)
    expect(tab.statuses.at(-1)).toBe('live')
  }
})

test('a later tab gets the current standing of what is already streamed, and the server’s time', async () => {
  const first = browser.open('one')
  first.source.want({ lots: ['a'], auctions: [] })
  await settle()
  browser.live[0]?.sink.message(lotMessage('a', 3, 5), TIMING)
  const second = browser.open('two')
  second.source.want({ lots: ['a'], auctions: [] })
  await settle()
  expect(second.messages).toMatchObject([{ type: 'lot', from: 5, lines: [], standing: { sequence: 5 } }])
  expect(second.samples).toContain(777)
  expect(first.messages).toHaveLength(1)
})

test('when the leading tab closes, another takes over with everything the others want', async () => {
  const one = browser.open('one')
  const two = browser.open('two')
  const three = browser.open('three')
  one.source.want({ lots: ['a'], auctions: [] })
  two.source.want({ lots: ['b'], auctions: [] })
  three.source.want({ lots: ['c'], auctions: [] })
  await settle()
  one.source.close()
  await settle()
  expect(browser.live.map((stream) => stream.tab)).toEqual(['two'])
  expect(browser.live[0]?.wants.at(-1)?.lots).toEqual(['b', 'c'])
  browser.live[0]?.sink.message(lotMessage('c', 0, 1), TIMING)
  expect(three.messages).toHaveLength(1)
})

test('the wants of a crashed tab are dropped after half a minute', async () => {
  browser.open('one').source.want({ lots: ['a'], auctions: [] })
  browser.open('two').source.want({ lots: ['b'], auctions: [] })
  await settle()
  expect(browser.live[0]?.wants.at(-1)?.lots).toEqual(['a', 'b'])
  browser.asleep.add('two')
  await vi.advanceTimersByTimeAsync(50_000)
  expect(browser.live[0]?.wants.at(-1)?.lots).toEqual(['a'])
})

test('a sleeping leading tab is replaced within seconds, and steps down when it wakes', async () => {
  browser.open('one').source.want({ lots: ['a'], auctions: [] })
  browser.open('two').source.want({ lots: ['b'], auctions: [] })
  await settle()
  browser.asleep.add('one')
  await vi.advanceTimersByTimeAsync(16_000)
  expect(browser.live.map((stream) => stream.tab)).toContain('two')
  browser.asleep.delete('one')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(browser.live.map((stream) => stream.tab)).toEqual(['two'])
  expect(browser.live[0]?.wants.at(-1)?.lots).toEqual(['a', 'b'])
})

test('signing in or out in any tab restarts the stream', async () => {
  browser.open('one')
  const two = browser.open('two')
  await settle()
  two.source.restart()
  expect(browser.live[0]?.restarts).toBe(1)
})

test('every tab learns when bytes reach the leading tab, so that each knows how old its prices are', async () => {
  const [one, two] = [browser.open('one'), browser.open('two')]
  one.source.want({ lots: ['a'], auctions: [] })
  await settle()
  browser.live[0]?.sink.received(4000)
  await vi.advanceTimersByTimeAsync(4000)
  browser.live[0]?.sink.received(4000)
  expect(one.beats).toEqual([4000, 4000])
  expect(two.beats).toEqual([4000, 4000])
})
