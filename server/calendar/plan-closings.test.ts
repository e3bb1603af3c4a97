import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planClosings, type History, type LotToPlan } from './plan-closings.ts'

const MINUTE_MS = 60_000
const NOW = Date.UTC(2026, 9, 25, 0, 30)

const SILENT: History = { delaysOf: () => null, paceOf: () => null }

let numbers = 1000
function lot(own: Partial<LotToPlan> = {}): LotToPlan {
  numbers += 1
  return {
    lotId: `lot-${numbers}`,
    lotNumber: numbers,
    auctionKind: 'timed',
    status: 'open',
    closesAt: NOW + 60 * MINUTE_MS,
    scheduledCloseAt: NOW + 60 * MINUTE_MS,
    auctionStartsAt: NOW + 60 * MINUTE_MS,
    extensionMs: 2 * MINUTE_MS,
    liveStartMs: 30_000,
    lotsAhead: 0,
    onBlockClosesAt: null,
    ...own,
  }
}

const live = (own: Partial<LotToPlan>) =>
  lot({ auctionKind: 'live', status: 'scheduled', closesAt: null, scheduledCloseAt: null, extensionMs: 15_000, ...own })

const delays = (medianMs: number, highMs: number, samples = 40): History => ({
  ...SILENT,
  delaysOf: () => ({ medianMs, highMs, samples }),
})

describe('a timed lot', () => {
  test('is likely to close at its current end if no similar lot says otherwise', () => {
    const [only] = planClosings([lot()], SILENT, NOW)
    expect(only).toMatchObject({ likelyAt: NOW + 60 * MINUTE_MS, basis: 'plan', samples: 0, clashes: [] })
  })

  test('runs as much longer as similar lots did, minus its extensions so far', () => {
    const untouched = lot()
    const moved = lot({ closesAt: NOW + 63 * MINUTE_MS })
    const [fresh, late] = planClosings([untouched, moved], delays(4 * MINUTE_MS, 9 * MINUTE_MS), NOW)
    expect(fresh).toMatchObject({ likelyAt: NOW + 64 * MINUTE_MS, latestAt: NOW + 69 * MINUTE_MS, basis: 'extensions' })
    expect(late).toMatchObject({ earliestAt: NOW + 63 * MINUTE_MS, likelyAt: NOW + 64 * MINUTE_MS })
  })

  test('that has passed the usual delay gets half an extension more', () => {
    const fought = lot({ closesAt: NOW + 70 * MINUTE_MS })
    const [only] = planClosings([fought], delays(4 * MINUTE_MS, 6 * MINUTE_MS), NOW)
    expect(only?.likelyAt).toBe(NOW + 71 * MINUTE_MS)
  })

  test('is not estimated from a handful of lots', () => {
    const [only] = planClosings([lot()], delays(4 * MINUTE_MS, 9 * MINUTE_MS, 4), NOW)
    expect(only?.basis).toBe('plan')
  })
})

describe('a live lot', () => {
  const pace: History = { ...SILENT, paceOf: () => ({ lotMs: 50_000, samples: 20 }) }

  test('waits for the start of its auction and the lots before it, at the pace of live auctions', () => {
    const [only] = planClosings([live({ lotsAhead: 5 })], pace, NOW)
    expect(only).toMatchObject({
      earliestAt: NOW + 60 * MINUTE_MS + 6 * 30_000,
      likelyAt: NOW + 60 * MINUTE_MS + 6 * 50_000,
      basis: 'pace',
      samples: 20,
    })
  })

  test('counts from the end of the lot on the block once the auction runs', () => {
    const running = live({ lotsAhead: 1, auctionStartsAt: NOW - 60 * MINUTE_MS, onBlockClosesAt: NOW + 10_000 })
    expect(planClosings([running], pace, NOW)[0]?.likelyAt).toBe(NOW + 10_000 + 2 * 50_000)
  })

  test('on the block closes at its current end', () => {
    const onBlock = live({ status: 'open', closesAt: NOW + 12_000, auctionStartsAt: NOW - MINUTE_MS })
    expect(planClosings([onBlock], pace, NOW)[0]).toMatchObject({ earliestAt: NOW + 12_000, likelyAt: NOW + 12_000 })
  })
})

test('lots likely to close within five minutes of each other clash, each with the other, and exactly five minutes count', () => {
  const at = (minutes: number) =>
    lot({ closesAt: NOW + minutes * MINUTE_MS, scheduledCloseAt: NOW + minutes * MINUTE_MS })
  const [first, second, third, alone] = [at(60), at(65), at(71), at(90)]
  const planned = planClosings([alone!, third!, second!, first!], SILENT, NOW)
  expect(planned.map(({ lotNumber }) => lotNumber)).toEqual([first, second, third, alone].map((one) => one!.lotNumber))
  expect(planned.map(({ clashes }) => clashes)).toEqual([[second!.lotNumber], [first!.lotNumber], [], []])
})

test('a plan is sorted, never in the past, and clashes are mutual, whatever the lots and the history', () => {
  const anyLot = fc.record({
    isLive: fc.boolean(),
    closesIn: fc.integer({ min: -MINUTE_MS, max: 300 * MINUTE_MS }),
    moved: fc.integer({ min: 0, max: 30 * MINUTE_MS }),
    lotsAhead: fc.integer({ min: 0, max: 200 }),
  })
  const anyHistory = fc.record({
    median: fc.integer({ min: 0, max: 600_000 }),
    more: fc.nat(600_000),
    pace: fc.nat(200_000),
  })
  fc.assert(
    fc.property(fc.array(anyLot, { maxLength: 15 }), anyHistory, (lots, { median, more, pace }) => {
      const history: History = {
        delaysOf: () => ({ medianMs: median, highMs: median + more, samples: 9 }),
        paceOf: () => ({ lotMs: pace, samples: 9 }),
      }
      const toPlan = lots.map(({ isLive, closesIn, moved, lotsAhead }) =>
        isLive
          ? live({ lotsAhead, auctionStartsAt: NOW + closesIn })
          : lot({ closesAt: NOW + closesIn, scheduledCloseAt: NOW + closesIn - moved }),
      )
      const planned = planClosings(toPlan, history, NOW)
      for (const [index, one] of planned.entries()) {
        expect(one.earliestAt).toBeGreaterThanOrEqual(NOW)
        expect(one.likelyAt).toBeGreaterThanOrEqual(one.earliestAt)
        expect(one.latestAt).toBeGreaterThanOrEqual(one.likelyAt)
        expect(one.likelyAt).toBeGreaterThanOrEqual(planned[index - 1]?.likelyAt ?? 0)
        for (const number of one.clashes)
          expect(planned.find(({ lotNumber }) => lotNumber === number)?.clashes).toContain(one.lotNumber)
      }
    }),
  )
})
