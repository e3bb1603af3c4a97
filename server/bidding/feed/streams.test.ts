import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Stream } from './stream.ts'
import { Streams } from './streams.ts'

/** A socket that records when it was written to, and what. */
class NotingSocket extends EventEmitter {
  writable = true
  destroyed = false
  writableLength = 0
  writableNeedDrain = false
  bytesWritten = 0
  writes: { at: number; frame: Buffer }[] = []

  write(frame: Buffer): boolean {
    this.writes.push({ at: Date.now(), frame })
    return true
  }

  end(): void {}
  destroy(): void {}
  setNoDelay(): void {}
  setTimeout(): void {}
}

const EVENTS = { caughtUp: () => {}, closed: () => {}, skipped: () => {} }

let streams: Streams

beforeEach(() => {
  vi.useFakeTimers()
  streams = new Streams({ serverTime: () => 1, now: () => Date.now(), failed: () => {} })
})

afterEach(async () => {
  vi.useRealTimers()
})

function add(beatS?: number): NotingSocket {
  const socket = new NotingSocket()
  const owner = { accountId: 'ada', isStillEntitled: () => true, isStaff: false, mayRead: () => false }
  const how = beatS === undefined ? {} : { beatS }
  streams.add(new Stream(socket, owner, [], EVENTS, how))
  return socket
}

/** The longest time in which nothing was sent, from `openedAt` to now, in ms. */
function longestSilence({ writes }: NotingSocket, openedAt: number): number {
  const moments = [openedAt, ...writes.map(({ at }) => at), Date.now()]
  return Math.max(...moments.slice(1).map((at, index) => at - moments[index]!))
}

test.each([2, 4])(
  'a stream with heartbeats every %i s is never silent for longer, wherever its slot is',
  async (beatS) => {
    const openedAt = Date.now()
    const sockets = Array.from({ length: 120 }, () => add(beatS))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(Math.max(...sockets.map((socket) => longestSilence(socket, openedAt)))).toBeLessThanOrEqual(beatS * 1000)
  },
)

test('a stream without lots gets something every 20 s, and no more than it needs', async () => {
  const openedAt = Date.now()
  const socket = add()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(longestSilence(socket, openedAt)).toBeLessThanOrEqual(20_000)
  expect(socket.writes.filter(({ at }) => at - openedAt > 1000).length).toBeLessThanOrEqual(6)
})

test('a heartbeat is the same bytes for everyone, encoded once', async () => {
  const sockets = Array.from({ length: 10 }, () => add(4))
  await vi.advanceTimersByTimeAsync(60_000)
  const beats = sockets.flatMap(({ writes }) => writes.map(({ frame }) => frame)).filter((frame) => frame.length === 3)
  expect(beats.length).toBeGreaterThan(100)
  expect(new Set(beats).size).toBe(1)
})

test('the heartbeats of many streams are spread over the seconds', async () => {
  const sockets = Array.from({ length: 600 }, () => add(4))
  await vi.advanceTimersByTimeAsync(2000)
  const before = sockets.reduce((sum, { writes }) => sum + writes.length, 0)
  await vi.advanceTimersByTimeAsync(1000)
  const after = sockets.reduce((sum, { writes }) => sum + writes.length, 0)
  expect(after - before).toBeLessThanOrEqual(160)
})
