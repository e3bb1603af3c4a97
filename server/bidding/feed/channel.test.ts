import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LedgerLine, Standing } from '#contract/bidding.ts'
import type { LotMessage } from '#contract/feed.ts'
import { LotChannel, type StandingAndLines, type Watcher } from './channel.ts'
import { faultsInStream } from './test-watcher.ts'

const LOT = '0197a000-0000-7000-8000-000000000001'

function lineAt(sequence: number): LedgerLine {
  return {
    sequence,
    at: sequence,
    type: 'bid-placed',
    paddle: 101,
    kind: 'firm',
    amount: sequence * 100,
    price: sequence * 100,
  }
}

function standingAt(sequence: number): Standing {
  return {
    lotId: LOT,
    status: 'open',
    sequence,
    price: sequence * 100,
    nextBid: sequence * 100 + 100,
    increment: 100,
    leader: 101,
    reserve: 'none',
    buyNow: null,
    opensAt: 0,
    closesAt: 1_000_000,
    scheduledCloseAt: 1_000_000,
    bidCount: sequence,
    extensions: 0,
  }
}

function linesAfter(after: number, until: number): LedgerLine[] {
  return Array.from({ length: until - after }, (_, index) => lineAt(after + index + 1))
}

/** The table as the channel may read it; `hold` keeps reads waiting. */
class Table {
  sequence = 0
  reads: number[] = []
  hold: Promise<void> | null = null

  async read(after: number): Promise<StandingAndLines> {
    this.reads.push(after)
    const { sequence } = this
    await this.hold
    return { standing: standingAt(sequence), lines: linesAfter(after, sequence) }
  }
}

class Listener implements Watcher {
  messages: LotMessage[] = []
  buffers: Buffer[] = []
  takes = true
  room = true

  send(frame: Buffer): boolean {
    if (!this.takes) return false
    this.buffers.push(frame)
    const data = frame.toString().split('\ndata: ')[1] ?? ''
    this.messages.push(JSON.parse(data) as LotMessage)
    return true
  }

  hasRoomFor(): boolean {
    return this.room
  }

  get last(): number | undefined {
    return this.messages.at(-1)?.standing.sequence
  }
}

let table: Table
let channel: LotChannel
let encodings: number
let failures: unknown[]

function commit(count = 1): void {
  const before = table.sequence
  table.sequence += count
  channel.apply(standingAt(table.sequence), linesAfter(before, table.sequence))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  table = new Table()
  encodings = 0
  failures = []
  channel = new LotChannel(LOT, {
    read: (_, after) => table.read(after),
    serverTime: () => 1_000_000,
    now: () => performance.now(),
    tickMs: 50,
    encoded: () => (encodings += 1),
    failed: (error) => failures.push(error),
    told: () => undefined,
  })
})

afterEach(() => {
  channel.stop()
  vi.useRealTimers()
})

/** Lets pending promises and the fan-out's pauses run, without moving the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function tick(): Promise<void> {
  await settle()
  await vi.advanceTimersByTimeAsync(60)
  await settle()
}

test('a burst of bids is encoded once a tick for 500 watchers, who all get the same bytes', async () => {
  const listeners = Array.from({ length: 500 }, () => new Listener())
  for (const listener of listeners) channel.join(listener, null)
  channel.load(standingAt(0))
  await tick()
  const before = encodings
  for (let bid = 0; bid < 100; bid += 1) commit()
  await tick()
  await tick()
  // The first bid goes out at once, the other 99 with the tick.
  expect(encodings - before).toBe(2)
  const [first] = listeners
  for (const listener of listeners) {
    expect(listener.last).toBe(100)
    expect(listener.buffers.at(-1)).toBe(first?.buffers.at(-1))
    expect(faultsInStream(listener.messages, LOT)).toEqual([])
  }
})

test('the first change after a quiet time goes out at once', async () => {
  const listener = new Listener()
  channel.join(listener, null)
  channel.load(standingAt(0))
  await tick()
  commit()
  expect(listener.last).toBe(1)
})

test('who joins during a burst gets no line twice and misses none', async () => {
  channel.load(standingAt(0))
  const listeners: Listener[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const listener = new Listener()
    listeners.push(listener)
    channel.join(listener, turn % 2 === 0 ? null : Math.max(0, table.sequence - 3))
    commit(2)
    if (turn % 3 === 0) await tick()
  }
  await tick()
  await tick()
  for (const listener of listeners) {
    expect(listener.last).toBe(40)
    expect(faultsInStream(listener.messages, LOT)).toEqual([])
  }
})

test('what another process committed in between is read from the table, with one read at a time', async () => {
  const listener = new Listener()
  channel.join(listener, null)
  channel.load(standingAt(0))
  await tick()
  let release = () => {}
  table.hold = new Promise((resolve) => (release = resolve))
  table.sequence = 3
  channel.want(3)
  commit()
  channel.want(4)
  commit()
  expect(table.reads).toHaveLength(1)
  table.hold = null
  release()
  await tick()
  await tick()
  expect(listener.last).toBe(5)
  expect(faultsInStream(listener.messages, LOT)).toEqual([])
  expect(table.reads.length).toBeLessThanOrEqual(2)
})

test('a hint of what is known already costs no read', async () => {
  channel.load(standingAt(0))
  commit(3)
  channel.want(2)
  channel.want(3)
  await tick()
  expect(table.reads).toEqual([])
})

test('who comes back gets what he missed in one message, read from the table where it is not in memory', async () => {
  table.sequence = 40
  channel.load(standingAt(40))
  const back = new Listener()
  channel.join(back, 10)
  await tick()
  await tick()
  expect(back.messages).toHaveLength(1)
  expect(back.messages[0]).toMatchObject({ from: 10 })
  expect(back.messages[0]?.lines).toHaveLength(30)
  commit()
  await tick()
  expect(faultsInStream(back.messages, LOT)).toEqual([])
  expect(back.last).toBe(41)
})

test('who comes back after too much begins with the present standing', async () => {
  table.sequence = 5000
  channel.load(standingAt(5000))
  const back = new Listener()
  channel.join(back, 10)
  await tick()
  expect(back.messages[0]).toMatchObject({ from: 5000, lines: [] })
  expect(table.reads).toEqual([])
})

test('who holds more than this process knows waits until it has read as far', async () => {
  channel.load(standingAt(5))
  table.sequence = 8
  const back = new Listener()
  channel.join(back, 7)
  await tick()
  await tick()
  expect(back.last).toBe(8)
  expect(back.messages[0]).toMatchObject({ from: 7 })
})

test('when the table cannot be read, those who wait begin with the present standing and nobody waits for ever', async () => {
  table.sequence = 40
  channel.load(standingAt(40))
  table.read = () => Promise.reject(new Error('the database is away'))
  const back = new Listener()
  channel.join(back, 10)
  await tick()
  await tick()
  expect(back.messages[0]).toMatchObject({ from: 40, lines: [] })
  expect(failures).toHaveLength(1)
})

test('when the table cannot be read, who holds more than this process knows is not taken back, and waits for the next look', async () => {
  channel.load(standingAt(5))
  table.sequence = 8
  const { read } = table
  table.read = () => Promise.reject(new Error('the database is away'))
  const back = new Listener()
  channel.join(back, 7)
  for (let each = 0; each < 4; each += 1) await tick()
  expect(back.messages).toEqual([])
  expect(failures).toHaveLength(1)
  table.read = read
  channel.want(8)
  await tick()
  expect(back.messages).toHaveLength(1)
  expect(back.messages[0]).toMatchObject({ from: 7, standing: { sequence: 8 } })
})

test('a stream without room is let in when it has some, and until then costs nothing', async () => {
  channel.load(standingAt(0))
  const full = new Listener()
  full.room = false
  channel.join(full, null)
  await tick()
  const quiet = encodings
  commit()
  await tick()
  expect(full.messages).toEqual([])
  expect(encodings).toBe(quiet)
  full.room = true
  channel.retry()
  await tick()
  expect(full.last).toBe(1)
})

test('after history was lost everybody begins anew from the table', async () => {
  const listener = new Listener()
  channel.join(listener, null)
  channel.load(standingAt(0))
  commit(5)
  await tick()
  table.sequence = 3
  channel.load(standingAt(3), true)
  await tick()
  expect(listener.last).toBe(3)
  expect(listener.messages.at(-1)).toMatchObject({ from: 3, lines: [] })
  commit()
  await tick()
  expect(listener.last).toBe(4)
})
