import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { Meters } from '#server/platform/meters/meters.ts'
import type { Action, BidderAction } from '../command.ts'
import { LaneCounts } from './lane-counts.ts'

const CLOSES_AT = 1_000_000

let lines: Record<string, unknown>[]
let counts: LaneCounts
let meters: Meters

beforeEach(() => {
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  meters = new Meters()
  counts = new LaneCounts(pino({ level: 'warn' }, { write }), meters)
})

function bidOf(n: number): BidderAction {
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

const NOTHING = { books: [], attempts: [] }

function closedAt(at: number, type: 'closed' | 'withdrawn' = 'closed') {
  const before = { status: 'open' as const, closesAt: CLOSES_AT }
  const book = { lotId: 'lot', before, state: { status: 'sold' as const }, rows: [{ event: { type, at } }] }
  return { attempts: [], books: [book] }
}

/** How many lots were late, and by how many seconds in total. */
async function lateness(): Promise<{ count: number; sum: number }> {
  const text = await meters.text()
  const value = (name: string) => Number(new RegExp(`^paddock_close_late_seconds_${name} (.+)$`, 'm').exec(text)?.[1])
  return { count: value('count'), sum: value('sum') }
}

test('a commit over one second logs a warning with the first few waiting requests and no amount', () => {
  const actions: Action[] = Array.from({ length: 50 }, (_, n) => bidOf(n))
  counts.committed(actions, NOTHING, QUICK)
  expect(lines).toEqual([])
  counts.committed(actions, NOTHING, { ...QUICK, committedAt: 1104 })
  expect(lines).toMatchObject([{ level: 40, msg: 'a commit was slow', actions: 50, ms: 1101, lotIds: ['lot'] }])
  expect(lines[0]!['requestIds']).toHaveLength(20)
  expect(JSON.stringify(lines)).not.toContain('7391700')
})

test('a lot closed over two seconds late logs a warning; every delay is counted', async () => {
  counts.committed([], closedAt(CLOSES_AT + 240), QUICK)
  expect(lines).toEqual([])
  counts.committed([], closedAt(CLOSES_AT + 2600), QUICK)
  expect(lines).toMatchObject([{ level: 40, msg: 'a lot was closed late', lotId: 'lot', lateMs: 2600 }])
  const { count, sum } = await lateness()
  expect(count).toBe(2)
  expect(sum).toBeCloseTo(2.84)
})

test('a lot closed early or by hand is not late', async () => {
  counts.committed([], closedAt(CLOSES_AT - 60_000), QUICK)
  counts.committed([], closedAt(CLOSES_AT + 60_000, 'withdrawn'), QUICK)
  expect(await lateness()).toEqual({ count: 0, sum: 0 })
  expect(lines).toEqual([])
})
