import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { BEHIND_BYTES, STALLED_MS, Stream } from './stream.ts'

/** A socket that accepts bytes only on request. */
class SlowSocket extends EventEmitter {
  writable = true
  destroyed = false
  writableLength = 0
  bytesWritten = 0
  written: Buffer[] = []

  get writableNeedDrain(): boolean {
    return this.writableLength >= 64 * 1024
  }

  write(frame: Buffer): boolean {
    this.written.push(frame)
    this.writableLength += frame.length
    this.bytesWritten += frame.length
    return !this.writableNeedDrain
  }

  take(bytes: number): void {
    this.writableLength = Math.max(0, this.writableLength - bytes)
    if (this.writableLength === 0) this.emit('drain')
  }

  end(): void {}

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.writable = false
    this.emit('close')
  }

  setNoDelay(): void {}
  setTimeout(): void {}
}

function open() {
  const socket = new SlowSocket()
  const happened = { caughtUp: 0, closed: 0, skipped: 0 }
  const owner = { accountId: 'ada', isStillEntitled: () => true, isStaff: false, mayRead: () => false }
  const stream = new Stream(socket, owner, [], {
    caughtUp: () => (happened.caughtUp += 1),
    closed: () => (happened.closed += 1),
    skipped: () => (happened.skipped += 1),
  })
  return { socket, stream, happened }
}

const FRAME = Buffer.alloc(10_000)

test('a client that does not read is sent at most 256 KB, and asked to refetch once it has taken them', () => {
  const { socket, stream, happened } = open()
  for (let count = 0; count < 1000; count += 1) stream.send(FRAME)
  expect(socket.writableLength).toBeLessThanOrEqual(BEHIND_BYTES)
  expect(happened).toMatchObject({ skipped: 1000 - socket.written.length, caughtUp: 0 })
  socket.take(100_000)
  expect(stream.send(FRAME)).toBe(false)
  socket.take(BEHIND_BYTES)
  expect(happened.caughtUp).toBe(1)
  expect(stream.send(FRAME)).toBe(true)
})

test('a client that takes nothing for 30 s is disconnected; one that takes a little stays', () => {
  const dead = open()
  const slow = open()
  for (const { stream } of [dead, slow]) for (let count = 0; count < 20; count += 1) stream.send(FRAME)
  for (let at = 0; at <= STALLED_MS + 5000; at += 5000) {
    slow.socket.take(1000)
    dead.stream.sweep(at)
    slow.stream.sweep(at)
  }
  expect([dead.socket.destroyed, dead.happened.closed]).toEqual([true, 1])
  expect(slow.socket.destroyed).toBe(false)
})

test('a lot waits for capacity on a crowded stream and is resumed when there is some', () => {
  const { socket, stream } = open()
  let retries = 0
  const channel = { retry: () => (retries += 1) }
  expect(stream.hasRoomFor(channel)).toBe(true)
  for (let count = 0; count < 8; count += 1) stream.send(FRAME)
  expect(stream.hasRoomFor(channel)).toBe(false)
  expect(stream.hasRoomFor(channel)).toBe(false)
  socket.take(BEHIND_BYTES)
  expect(retries).toBe(1)
})
