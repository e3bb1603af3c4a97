import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { Meters, type Histogram } from '#server/platform/meters/meters.ts'
import type { Act, BidderAct } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'
import { LaneCounts } from './lane-counts.ts'

const CLOSES_AT = 1_000_000

let lines: Record<string, unknown>[]
let counts: LaneCounts
let meters: Meters

beforeEach(() => {
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  counts = new LaneCounts(pino({ level: 'warn' }, { write }))
  meters = new Meters()
  counts.tell(meters, () => 0)
})

function bidOf(n: number): BidderAct {
  const bidder = { id: `bidder ${n}`, paddle: n }
  return {
    by: 'bidder',
    bidId: `bid ${n}`,
    lotId: 'lot',
    bidder,
    kind: 'maximum',
    amount: 7_391_700,
    requestId: `r-${n}`,
  }
}

const QUICK = { waitingFrom: 0, gatheredAt: 1, decidedAt: 3, committedAt: 8 }

function decided(books: object[] = []): DecidedBatch {
  return { outcomes: [], books, attempts: [], audited: [], halted: [], now: 0 } as unknown as DecidedBatch
}

function bookClosedAt(at: number, type: 'closed' | 'withdrawn' = 'closed') {
  const before = { status: 'open', closesAt: CLOSES_AT }
  return { lotId: 'lot', before, state: { status: 'sold' }, rows: [{ event: { type, at } }] }
}

function lateness(): Histogram {
  const meter = meters.all.find(({ name }) => name === 'paddock_close_late_seconds')
  return meter?.read() as Histogram
}

test('a commit over a second warns, with the first few requests that waited for it and no amount', () => {
  const acts: Act[] = Array.from({ length: 50 }, (_, n) => bidOf(n))
  counts.committed(acts, decided(), QUICK)
  expect(lines).toEqual([])
  counts.committed(acts, decided(), { ...QUICK, committedAt: 1104 })
  expect(lines).toMatchObject([{ level: 40, msg: 'a commit was slow', acts: 50, ms: 1101, lotIds: ['lot'] }])
  expect(lines[0]!['requestIds']).toHaveLength(20)
  expect(JSON.stringify(lines)).not.toContain('7391700')
})

test('a lot closed over two seconds late warns; how late each was is counted', () => {
  counts.committed([], decided([bookClosedAt(CLOSES_AT + 240)]), QUICK)
  expect(lines).toEqual([])
  counts.committed([], decided([bookClosedAt(CLOSES_AT + 2600)]), QUICK)
  expect(lines).toMatchObject([{ level: 40, msg: 'a lot was closed late', lotId: 'lot', lateMs: 2600 }])
  expect([...lateness().counts].reduce((sum, count) => sum + count)).toBe(2)
  expect(lateness().sum).toBeCloseTo(2.84)
})

test('what ends before its time, or by a hand, is not late', () => {
  counts.committed([], decided([bookClosedAt(CLOSES_AT - 60_000)]), QUICK)
  counts.committed([], decided([bookClosedAt(CLOSES_AT + 60_000, 'withdrawn')]), QUICK)
  expect(lateness().sum).toBe(0)
  expect(lines).toEqual([])
})
