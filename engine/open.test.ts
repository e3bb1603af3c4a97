import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { initialLot } from './evolve.ts'
import { ADA, answer, clock, codeOf, firm, LIVE, lotAfter, maximum, TIMED } from './saleroom.test-support.ts'

const OPEN: Command = { type: 'open' }
const CLOSE: Command = { type: 'close', noServerMs: 0 }
const WITHDRAW: Command = { type: 'withdraw-lot', cause: 'wrong documents' }
const extendTo = (closesAt: number): Command => ({ type: 'extend', closesAt })
const OPENED: [string, Command][] = [['10:00', OPEN]]

describe('a timed lot', () => {
  test('opens at its time, for the planned end', () => {
    expect(codeOf(answer(TIMED, [], '9:59:59', OPEN))).toBe('not-due')
    expect(answer(TIMED, [], '10:00', OPEN)).toEqual({
      ok: true,
      events: [{ type: 'opened', at: clock('10:00'), closesAt: clock('11:00') }],
    })
  })

  test('is open from its opening time even if no job opened it: the first command records the opening', () => {
    expect(codeOf(answer(TIMED, [], '10:30', firm(ADA, 500_00)))).toBe('taken: opened, bid-placed')
    expect(codeOf(answer(TIMED, [], '10:30', extendTo(clock('11:30'))))).toBe('taken: opened, extended')
    expect(codeOf(answer(TIMED, [], '10:30', { type: 'pause', cause: 'a question' }))).toBe('taken: opened, paused')
    expect(answer(TIMED, [], '11:05', CLOSE)).toEqual({
      ok: true,
      events: [
        { type: 'opened', at: clock('11:05'), closesAt: clock('11:00') },
        { type: 'closed', at: clock('11:05'), outcome: 'passed', price: null, leader: null },
      ],
    })
  })

  test('never opens without an opening time or an end', () => {
    for (const undated of [
      { ...TIMED, opensAt: null },
      { ...TIMED, scheduledCloseAt: null },
    ]) {
      expect(codeOf(answer(undated, [], '10:30', OPEN))).toBe('not-due')
      expect(codeOf(answer(undated, [], '10:30', firm(ADA, 500_00)))).toBe('lot-not-open')
    }
  })
})

describe('a live lot', () => {
  test('opens by command, and its clock starts then', () => {
    expect(answer(LIVE, [], '10:20', OPEN)).toEqual({
      ok: true,
      events: [{ type: 'opened', at: clock('10:20'), closesAt: clock('10:20:30') }],
    })
  })

  test('never opens by the clock, whatever times its terms have', () => {
    const dated = { ...LIVE, opensAt: clock('10:00'), scheduledCloseAt: clock('11:00') }
    expect(initialLot(dated).closesAt).toBeNull()
    expect(codeOf(answer(dated, [], '10:30', firm(ADA, 500_00)))).toBe('lot-not-open')
    expect(codeOf(answer(dated, [], '11:30', CLOSE))).toBe('lot-not-open')
    expect(codeOf(answer(dated, [], '10:30', maximum(ADA, 900_00)))).toBe('taken: bid-placed')
  })
})

describe('no lot opens twice', () => {
  test('whether it is open, over or withdrawn', () => {
    expect(codeOf(answer(TIMED, OPENED, '10:01', OPEN))).toBe('not-due')
    expect(codeOf(answer(TIMED, [...OPENED, ['11:00', CLOSE]], '11:01', OPEN))).toBe('lot-closed')
    expect(codeOf(answer(LIVE, [['9:00', WITHDRAW]], '10:00', OPEN))).toBe('lot-withdrawn')
  })
})

describe('an operator can only add time', () => {
  test('so a new end is later than the current one', () => {
    expect(answer(TIMED, OPENED, '10:30', extendTo(clock('11:00:01')))).toEqual({
      ok: true,
      events: [{ type: 'extended', at: clock('10:30'), closesAt: clock('11:00:01'), cause: 'operator' }],
    })
    for (const time of ['11:00', '10:45', '10:30', '9:00'])
      expect(codeOf(answer(TIMED, OPENED, '10:30', extendTo(clock(time))))).toBe('not-due')
  })

  test('and a whole number of milliseconds', () => {
    for (const closesAt of [clock('11:30') + 0.5, Number.POSITIVE_INFINITY, Number.NaN])
      expect(codeOf(answer(TIMED, OPENED, '10:30', extendTo(closesAt)))).toBe('not-due')
  })

  test('and may exceed a hard end, which limits only extensions by bids', () => {
    const hard = { ...TIMED, hardEndAt: clock('11:00') }
    expect(lotAfter(hard, ...OPENED, ['10:30', extendTo(clock('12:00'))]).state.closesAt).toBe(clock('12:00'))
  })
})

describe('a lot can be withdrawn', () => {
  test('before it opens and while it is open', () => {
    const withdrawn = (time: string) => ({
      ok: true,
      events: [{ type: 'withdrawn', at: clock(time), cause: 'wrong documents' }],
    })
    expect(answer(TIMED, [], '9:00', WITHDRAW)).toEqual(withdrawn('9:00'))
    expect(answer(LIVE, [], '9:00', WITHDRAW)).toEqual(withdrawn('9:00'))
    expect(answer(TIMED, OPENED, '10:59:59', WITHDRAW)).toEqual(withdrawn('10:59:59'))
  })

  test('but not after its end, when it has a result, closed or not', () => {
    expect(codeOf(answer(TIMED, [], '11:00', WITHDRAW))).toBe('lot-closed')
    expect(codeOf(answer(TIMED, OPENED, '11:00', WITHDRAW))).toBe('lot-closed')
    expect(codeOf(answer(TIMED, [...OPENED, ['11:00', CLOSE]], '11:01', WITHDRAW))).toBe('lot-closed')
    expect(codeOf(answer(TIMED, [['9:00', WITHDRAW]], '9:01', WITHDRAW))).toBe('lot-withdrawn')
  })

  test('after its time only because its auction was canceled before that', () => {
    const canceled = (time: string): Command => ({
      type: 'withdraw-lot',
      cause: 'flood',
      canceledAt: clock(time),
    })
    expect(answer(TIMED, OPENED, '11:00:01', canceled('10:59:59'))).toMatchObject({ ok: true })
    expect(codeOf(answer(TIMED, OPENED, '11:00:01', canceled('11:00')))).toBe('lot-closed')
    expect(codeOf(answer(TIMED, [...OPENED, ['11:00', CLOSE]], '11:01', canceled('10:59:59')))).toBe('lot-closed')
  })
})

describe('a lot that is over', () => {
  test('accepts nothing; in a live auction, not even maximums', () => {
    const sold: [string, Command][] = [
      ['10:00', OPEN],
      ['10:00:10', firm(ADA, 500_00)],
      ['10:00:30', CLOSE],
    ]
    expect(codeOf(answer(LIVE, sold, '10:01', maximum(ADA, 900_00)))).toBe('lot-closed')
    expect(codeOf(answer(LIVE, sold.slice(0, 2), '10:00:30', maximum(ADA, 900_00)))).toBe('lot-closed')
    expect(codeOf(answer(LIVE, [['9:00', WITHDRAW]], '9:01', maximum(ADA, 900_00)))).toBe('lot-withdrawn')
    expect(codeOf(answer(LIVE, sold, '10:01', CLOSE))).toBe('lot-closed')
  })
})
