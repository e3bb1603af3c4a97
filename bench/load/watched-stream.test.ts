import { expect, test } from 'vitest'
import { pack, packed, PACKED_HEAD } from '#server/fast-path/packed.ts'
import { Latencies } from './latencies.ts'
import { MessageBook, WatchedStream } from './watched-stream.ts'
import { FEED, PACKED_FEED } from './wire.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ndate: today\r\n\r\nretry: 1000\n\nevent: time\ndata: {}\n\n'

/** The server's message of the events after `from` up to `to`. */
function message(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, index) => ({ sequence: from + index + 1, at: 1000 }))
  const data = JSON.stringify({ type: 'lot', from, standing: { lotId: 'lot', sequence: to }, lines })
  return `event: lot\nid: lot.${to}\ndata: ${data}\n\n`
}

function open() {
  const tally = { deliveries: 0, latencies: new Latencies(), gaps: 0, faults: [] as string[] }
  const book = new MessageBook(FEED, tally)
  return { tally, book, stream: new WatchedStream(book) }
}

function gapsOf(text: string): number {
  const { tally, stream } = open()
  stream.take(Buffer.from(text), 1000)
  return tally.gaps
}

test('events are counted and timed one by one, whatever the pieces in which they arrive', () => {
  for (const size of [1, 7, 100, 10_000]) {
    const { tally, stream, book } = open()
    const bytes = Buffer.from(HEAD + message(4, 4) + message(4, 7) + message(7, 8))
    for (let at = 0; at < bytes.length; at += size) stream.take(bytes.subarray(at, at + size), 1030)
    book.settle()
    expect([stream.status, stream.held, tally.deliveries, tally.gaps]).toEqual([200, 8, 4, 0])
    expect([tally.latencies.total, tally.latencies.quantile(0.99)]).toEqual([4, 30])
    expect([...book.lines.keys()]).toEqual([5, 6, 7, 8])
  }
})

test('a packed feed is taken apart at the same places, whether a message is small by itself or goes as it is', () => {
  const tally = { deliveries: 0, latencies: new Latencies(), gaps: 0, faults: [] as string[] }
  const book = new MessageBook(PACKED_FEED, tally)
  const frames = [': heartbeat\n\n', message(4, 4), message(4, 60), message(60, 61)].map((text) => Buffer.from(text))
  pack(frames[2]!)
  const head = Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n')
  const bytes = Buffer.concat([head, PACKED_HEAD, ...frames.map(packed)])
  for (const size of [1, 7, 10_000]) {
    const stream = new WatchedStream(book)
    for (let at = 0; at < bytes.length; at += size) stream.take(bytes.subarray(at, at + size), 1030)
    expect([stream.status, stream.held]).toEqual([200, 61])
  }
  book.settle()
  expect([tally.deliveries, tally.gaps, book.oneEventBytes]).toEqual([3 * 57, 0, frames[3]!.length])
  const short = new WatchedStream(book)
  short.take(Buffer.concat([head, PACKED_HEAD, packed(frames[1]!), packed(frames[3]!)]), 1030)
  expect(tally.gaps).toBe(1)
})

test('equal messages are read once, and every watcher gets its events', () => {
  const { tally, book } = open()
  const streams = Array.from({ length: 50 }, () => new WatchedStream(book))
  for (const stream of streams) stream.take(Buffer.from(HEAD + message(0, 0) + message(0, 3)), 1000)
  book.settle()
  expect(tally.deliveries).toBe(150)
  for (const { held } of streams) expect(held).toBe(3)
})

test('a message or an event that is missing, twice or in the wrong place is found', () => {
  const [first, second, third] = [message(0, 2), message(2, 4), message(4, 6)]
  const good = HEAD + first + second + third
  expect(gapsOf(good)).toBe(0)
  expect(gapsOf(HEAD + first + third)).toBeGreaterThan(0)
  expect(gapsOf(HEAD + first + third + second)).toBeGreaterThan(0)
  expect(gapsOf(HEAD + first + second + second)).toBeGreaterThan(0)
  expect(gapsOf(good.replace('{"sequence":3,"at":1000},', ''))).toBeGreaterThan(0)
  expect(gapsOf(good.replace('"sequence":3,"at"', '"sequence":4,"at"'))).toBeGreaterThan(0)
  expect(gapsOf(good.replace('id: lot.4', 'id: lot.5'))).toBeGreaterThan(0)
  expect(gapsOf(`${HEAD + first}event: resync\ndata: {}\n\n${message(4, 4)}`)).toBeGreaterThan(0)
})

test('an event sent to two watchers in two versions is found', () => {
  const { tally, book } = open()
  new WatchedStream(book).take(Buffer.from(HEAD + message(0, 1)), 1000)
  new WatchedStream(book).take(Buffer.from(HEAD + message(0, 1).replace('"at":1000', '"at":1001')), 1000)
  expect(tally.faults).toEqual(['event 1 was sent in two versions'])
})
