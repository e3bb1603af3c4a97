import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { ADA, answer, BORIS, clock, firm, LIVE, lotAfter, maximum, TIMED } from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

/** The last two minutes count, and a bid in them leaves three: so the window's first instant shows. */
const SOFT: Terms = { ...TIMED, extensionWindowMs: 120_000, extensionMs: 180_000 }
const LED: [string, Command][] = [['10:05', maximum(ADA, 5_000_00)]]

/** The events of a firm bid of Boris at `time`, without the bid itself. */
function extensionAt(time: string, terms = SOFT) {
  const decision = answer(terms, LED, time, firm(BORIS, 1_000_00))
  return decision.ok ? decision.events.filter(({ type }) => type !== 'bid-placed') : decision.rejection.code
}

describe('a bid near the end', () => {
  test('extends the end from the first instant of the window on, and not a millisecond before', () => {
    const moved = (time: string, closesAt: string) => [
      { type: 'extended', at: clock(time), closesAt: clock(closesAt), cause: 'bid' },
    ]
    expect(extensionAt('10:57:59.999')).toEqual([])
    expect(extensionAt('10:58')).toEqual(moved('10:58', '11:01'))
    expect(extensionAt('10:59:59')).toEqual(moved('10:59:59', '11:02:59'))
    expect(extensionAt('11:00')).toBe('lot-closed')
  })

  test('never moves the end earlier', () => {
    expect(extensionAt('10:58', { ...SOFT, extensionMs: 60_000 })).toEqual([])
    expect(extensionAt('10:58', { ...SOFT, extensionMs: 120_000 })).toEqual([])
  })

  test("never moves it past the auction's hard end", () => {
    const hard = (time: string) => ({ ...SOFT, hardEndAt: clock(time) })
    expect(extensionAt('10:59', hard('11:01'))).toMatchObject([{ closesAt: clock('11:01') }])
    expect(extensionAt('10:59', hard('11:05'))).toMatchObject([{ closesAt: clock('11:02') }])
    expect(extensionAt('10:59', hard('11:00'))).toEqual([])
  })

  test('extends it repeatedly: extensions are counted and unlimited', () => {
    const late: [string, Command][] = []
    for (let count = 0; count < 20; count += 1) late.push([`10:${59 + count}`, firm(BORIS, 1_000_00 + 100_00 * count)])
    expect(lotAfter(TIMED, ...late).state).toMatchObject({ extensions: 20, closesAt: clock('11:20') })
  })

  test('does nothing to a live lot that has not opened yet', () => {
    expect(lotAfter(LIVE, ['9:00', maximum(ADA, 1_000_00)]).state).toMatchObject({ extensions: 0, closesAt: null })
  })
})
