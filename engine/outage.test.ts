import { describe, expect, test } from 'vitest'
import type { NumberedEvent } from './command.ts'
import type { LotEvent } from './lot.ts'
import { lostMs, type Absence } from './outage.ts'
import { clock, LIVE, TIMED } from './saleroom.test-support.ts'

/** `10:58-10:59`: no server took bids in that minute. */
function out(...spans: string[]): Absence[] {
  return spans.map((span) => {
    const [from = '', to = ''] = span.split('-')
    return { from: clock(from), to: clock(to) }
  })
}

function history(...events: LotEvent[]): NumberedEvent[] {
  return events.map((event, index) => ({ sequence: index + 1, event }))
}

const opened = (at: string): LotEvent => ({ type: 'opened', at: clock(at), closesAt: 0 })
const paused = (at: string): LotEvent => ({ type: 'paused', at: clock(at), leftMs: 0, cause: 'a question' })
const resumed = (at: string): LotEvent => ({ type: 'resumed', at: clock(at), closesAt: 0 })
const extended = (at: string, cause: 'bid' | 'outage' | 'operator'): LotEvent => ({
  type: 'extended',
  at: clock(at),
  closesAt: 0,
  cause,
})
const S = 1000

describe('the time a timed lot lost', () => {
  /** The time lost by a lot that opens at 10:00 and ends at 11:00. */
  const lost = (absences: Absence[], events: LotEvent[] = [opened('10:00')], terms = TIMED) =>
    lostMs(terms, history(...events), absences, clock('11:00'))

  test('is counted to the millisecond, and gaps add up', () => {
    expect(lost([])).toBe(0)
    expect(lost([{ from: clock('10:59') + 1, to: clock('10:59:30') }])).toBe(30 * S - 1)
    expect(lost(out('10:56-10:56:20', '10:57-10:57:20', '10:59:39-11:00'))).toBe(61 * S)
  })

  test('counts only in its last five minutes', () => {
    expect(lost(out('10:10-10:50'))).toBe(0)
    expect(lost(out('10:54-10:56'))).toBe(60 * S)
    expect(lost(out('10:10-12:00'))).toBe(300 * S)
  })

  test('counts only from the opening, even if no server was running to open it', () => {
    const short = { ...TIMED, opensAt: clock('10:58') }
    expect(lost(out('10:50-10:58:30'), [opened('10:58:30')], short)).toBe(30 * S)
    expect(lost(out('10:50-10:58:30'), [], short)).toBe(30 * S)
    expect(lost(out('10:50-12:00'), [], { ...TIMED, opensAt: clock('11:00') })).toBe(0)
    expect(lost(out('10:50-12:00'), [], { ...TIMED, opensAt: clock('11:30') })).toBe(0)
  })

  test('does not count while it was paused, and a pause does not use up its last five minutes', () => {
    const rest = [opened('10:00'), paused('10:30'), resumed('10:58')]
    expect(lost(out('10:20-10:59'), rest)).toBe(60 * S + 180 * S)
    expect(lost(out('10:40-10:50'), rest)).toBe(0)
    expect(lost(out('10:20-10:27'), rest)).toBe(0)
    expect(lost(out('10:20-10:59'), [opened('10:00'), paused('10:30')])).toBe(300 * S)
  })

  test('does not count what an outage extension already restored; other extensions restore nothing', () => {
    const gap = out('10:56-10:57', '10:59-10:59:30')
    expect(lost(gap, [opened('10:00'), extended('10:58', 'outage')])).toBe(30 * S)
    expect(lost(gap, [opened('10:00'), extended('10:58', 'bid')])).toBe(90 * S)
    expect(lost(gap, [opened('10:00'), extended('10:58', 'operator')])).toBe(90 * S)
    expect(lost(gap, [opened('10:00'), paused('10:57'), resumed('10:58'), extended('10:58', 'outage')])).toBe(30 * S)
  })
})

describe('the time a live lot lost', () => {
  const lost = (absences: Absence[], events: LotEvent[], to = '10:00:30') =>
    lostMs(LIVE, history(...events), absences, clock(to))

  test('counts from its opening to its end, however long ago that is', () => {
    expect(lost(out('9:59-10:00:04', '10:00:28-10:05'), [opened('10:00')])).toBe(6 * S)
    expect(lost(out('10:00:01-10:00:03'), [opened('10:00')], '10:30')).toBe(2 * S)
  })

  test('is zero before it opened', () => {
    expect(lost(out('9:00-10:05'), [])).toBe(0)
  })

  test('starts over when its clock was restarted', () => {
    expect(lost(out('10:00:01-10:00:09'), [opened('10:00'), extended('10:00:09', 'outage')], '10:00:39')).toBe(0)
  })
})
