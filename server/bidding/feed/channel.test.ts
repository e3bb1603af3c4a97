import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LedgerLine, Standing } from '#contract/bidding/bidding.ts'
import type { LotMessage } from '#contract/bidding/feed.ts'
import { LotChannel, type StandingAndLines, type Watcher } from './channel.ts'
import { faultsInStream } from './watch-feed.test-support.ts'

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

/** The table as the channel reads it; `hold` keeps reads waiting. */
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
    delivered: () => undefined,
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

test('a burst of bids is encoded once per tick for 500 subscribers, who all get the same bytes', async () => {
  const listeners = Array.from({ length: 500 }, () => new Listener())
  for (const listener of listeners) channel.join(listener, null)
  channel.load(standingAt(0))
  await tick()
  const before = encodings
  for (let bid = 0; bid < 100; bid += 1) commit()
  await tick()
  await tick()
  // The first bid is sent immediately, the other 99 with the tick.
  expect(encodings - before).toBe(2)
  const [first] = listeners
  for (const listener of listeners) {
    expect(listener.last).toBe(100)
    expect(listener.buffers.at(-1)).toBe(first?.buffers.at(-1))
    expect(faultsInStream(listener.messages, LOT)).toEqual([])
  }
})

test('the first change after a quiet period is sent immediately', async () => {
  const listener = new Listener()
  channel.join(listener, null)
  channel.load(standingAt(0))
  await tick()
  commit()
  expect(listener.last).toBe(1)
})

test('a subscriber who joins during a burst gets no line twice and misses none', async () => {
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

test('what another process committed in between is read from the table, one read at a time', async () => {
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

test('a hint about a known sequence costs no read', async () => {
  channel.load(standingAt(0))
  commit(3)
  channel.want(2)
  channel.want(3)
  await tick()
  expect(table.reads).toEqual([])
})

test('a returning subscriber gets the missed lines in one message, from the table where they are not in memory', async () => {
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

test('a returning subscriber who missed too much starts with the current standing', async () => {
  table.sequence = 5000
  channel.load(standingAt(5000))
  const back = new Listener()
  channel.join(back, 10)
  await tick()
  expect(back.messages[0]).toMatchObject({ from: 5000, lines: [] })
  expect(table.reads).toEqual([])
})

test('a subscriber ahead of this process waits until it has caught up', async () => {
  channel.load(standingAt(5))
  table.sequence = 8
  const back = new Listener()
  channel.join(back, 7)
  await tick()
  await tick()
  expect(back.last).toBe(8)
  expect(back.messages[0]).toMatchObject({ from: 7 })
})

test('if the table cannot be read, waiting subscribers start with the current standing and nobody waits forever', async () => {
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

test('if the table cannot be read, a subscriber ahead of this process is not moved back, and waits for the next poll', async () => {
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

test('a stream without capacity is admitted when it has some, and costs nothing until then', async () => {
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

test('after history was lost, every subscriber starts over from the table', async () => {
  const listener = new Listener()
  channel.join(listener, null)
  channel.load(standingAt(0))
  commit(5)
  await tick()
  table.sequence = 3
  channel.reload(standingAt(3))
  await tick()
  expect(listener.last).toBe(3)
  expect(listener.messages.at(-1)).toMatchObject({ from: 3, lines: [] })
  commit()
  await tick()
  expect(listener.last).toBe(4)
})
