import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import {
  ADA,
  answer,
  BORIS,
  clock,
  codeOf,
  firm,
  LIVE,
  lotAfter,
  maximum,
  numbered,
  taken,
  TIMED,
} from './saleroom.test-support.ts'

const OPEN: [string, Command] = ['10:00', { type: 'open' }]
const WITH_RESERVE = { ...LIVE, reserve: 1000_00 }

function close(type: 'hammer' | 'pass', seen: number, noServerMs = 0): Command {
  return { type, seen, noServerMs }
}

describe('fair warning', () => {
  test('is on the record of a lot on the block and changes nothing else', () => {
    const before = lotAfter(LIVE, OPEN, ['10:00:10', firm(ADA, 500_00)]).state
    const { state, events } = lotAfter(
      LIVE,
      OPEN,
      ['10:00:10', firm(ADA, 500_00)],
      ['10:00:12', { type: 'fair-warning' }],
    )
    expect(events.at(-1)).toEqual({ type: 'fair-warning', at: clock('10:00:12') })
    expect(state).toEqual({ ...before, sequence: before.sequence + 1 })
    expect(codeOf(answer(LIVE, [OPEN, ['10:00:12', { type: 'fair-warning' }]], '10:00:13', firm(BORIS, 500_00)))).toBe(
      'taken: bid-placed',
    )
  })

  test('is refused where no clock runs or no auctioneer stands', () => {
    const warn: Command = { type: 'fair-warning' }
    expect(codeOf(answer(TIMED, [], '10:30', warn))).toBe('not-live')
    expect(codeOf(answer(LIVE, [], '10:00', warn))).toBe('lot-not-open')
    expect(codeOf(answer(LIVE, [OPEN, ['10:00:05', { type: 'pause', cause: 'a question' }]], '10:00:06', warn))).toBe(
      'lot-paused',
    )
    expect(codeOf(answer(LIVE, [OPEN], '10:00:30', warn))).toBe('lot-closed')
  })
})

describe('the hammer', () => {
  test('sells to the high bidder at the price, now, with the auctioneer as the cause', () => {
    const lot = lotAfter(LIVE, OPEN, ['10:00:10', firm(ADA, 500_00)], ['10:00:11', close('hammer', 2)])
    expect(lot.events.at(-1)).toEqual({
      type: 'closed',
      at: clock('10:00:11'),
      outcome: 'sold',
      price: 500_00,
      leader: ADA,
      cause: 'auctioneer',
    })
    expect(lot.state).toMatchObject({ status: 'sold', closesAt: clock('10:00:11'), price: 500_00, leader: ADA })
  })

  test('sells where the reserve is met, and where there is none below it', () => {
    const met: [string, Command][] = [OPEN, ['10:00:10', firm(ADA, 1000_00)]]
    expect(codeOf(answer(WITH_RESERVE, met, '10:00:11', close('hammer', 3)))).toBe('taken: closed')
    const below: [string, Command][] = [OPEN, ['10:00:10', firm(ADA, 975_00)]]
    expect(codeOf(answer(WITH_RESERVE, below, '10:00:11', close('hammer', 2)))).toBe('nothing-to-hammer')
    expect(codeOf(answer(LIVE, [OPEN], '10:00:11', close('hammer', 1)))).toBe('nothing-to-hammer')
  })

  test('does not fall on a standing that the auctioneer has not seen', () => {
    const bids: [string, Command][] = [OPEN, ['10:00:10', firm(ADA, 500_00)], ['10:00:11', firm(BORIS, 525_00)]]
    expect(codeOf(answer(LIVE, bids, '10:00:11', close('hammer', 2)))).toBe('standing-moved')
    expect(codeOf(answer(LIVE, bids, '10:00:11', close('hammer', 4)))).toBe('standing-moved')
    expect(codeOf(answer(LIVE, bids, '10:00:11', close('hammer', 3)))).toBe('taken: closed')
  })

  test('does not fall on a lot that is paused, at its end, over, withdrawn, timed, or has an outage to make up for', () => {
    const bids: [string, Command][] = [OPEN, ['10:00:10', firm(ADA, 500_00)]]
    const paused: [string, Command][] = [...bids, ['10:00:11', { type: 'pause', cause: 'a question' }]]
    const over: [string, Command][] = [...bids, ['10:00:11', close('hammer', 2)]]
    const withdrawn: [string, Command][] = [...bids, ['10:00:11', { type: 'withdraw-lot', cause: 'no title' }]]
    expect(codeOf(answer(LIVE, paused, '10:00:12', close('hammer', 3)))).toBe('lot-paused')
    expect(codeOf(answer(LIVE, bids, '10:00:30', close('hammer', 2)))).toBe('lot-closed')
    expect(codeOf(answer(LIVE, over, '10:00:12', close('hammer', 3)))).toBe('lot-closed')
    expect(codeOf(answer(LIVE, withdrawn, '10:00:12', close('hammer', 3)))).toBe('lot-withdrawn')
    expect(codeOf(answer(LIVE, [], '10:00:12', close('hammer', 0)))).toBe('lot-not-open')
    expect(codeOf(answer(TIMED, [['10:10', firm(ADA, 500_00)]], '10:11', close('hammer', 2)))).toBe('not-live')
    expect(codeOf(answer(LIVE, bids, '10:00:12', close('hammer', 2, 3001)))).toBe('not-due')
    expect(codeOf(answer(LIVE, bids, '10:00:12', close('hammer', 2, 3000)))).toBe('taken: closed')
  })

  test('passes over a leader who may no longer hold the lead, and sells to the next in line', () => {
    const bids: [string, Command][] = [OPEN, ['10:00:10', maximum(ADA, 900_00)], ['10:00:11', maximum(BORIS, 2000_00)]]
    const { events } = lotAfter(LIVE, ...bids)
    const line = {
      history: numbered(events),
      bidders: new Map([[BORIS.id, { ineligible: 'suspended' as const, limit: null }]]),
    }
    const sold = taken(answer(LIVE, bids, '10:00:12', { type: 'hammer', seen: 3, noServerMs: 0, line }))
    expect(sold.map(({ type }) => type)).toEqual(['passed-over', 'closed'])
    expect(sold.at(-1)).toMatchObject({ outcome: 'sold', price: 500_00, leader: ADA, cause: 'auctioneer' })
    // Without anyone left to sell to, only a pass is possible.
    const alone: [string, Command][] = [OPEN, ['10:00:11', maximum(BORIS, 2000_00)]]
    const own = { ...line, history: numbered(lotAfter(LIVE, ...alone).events) }
    expect(codeOf(answer(LIVE, alone, '10:00:12', { type: 'hammer', seen: 2, noServerMs: 0, line: own }))).toBe(
      'nothing-to-hammer',
    )
    expect(codeOf(answer(LIVE, alone, '10:00:12', { type: 'pass', seen: 2, noServerMs: 0, line: own }))).toBe(
      'taken: passed-over, closed',
    )
  })
})

describe('passing', () => {
  test('ends a lot without a bid, and one below its reserve, which is then negotiated as usual', () => {
    const none = lotAfter(LIVE, OPEN, ['10:00:05', close('pass', 1)])
    expect(none.state).toMatchObject({ status: 'passed', closesAt: clock('10:00:05'), negotiation: null })
    const below = lotAfter(WITH_RESERVE, OPEN, ['10:00:05', firm(ADA, 500_00)], ['10:00:06', close('pass', 2)])
    expect(below.events.at(-1)).toMatchObject({ outcome: 'reserve-not-met', cause: 'auctioneer' })
    expect(below.state).toMatchObject({ status: 'reserve-not-met', leader: ADA })
    expect(below.state.negotiation).toMatchObject({ boundUntil: clock('10:00:06') + 86_400_000 })
  })

  test('never takes a lot from the bidder who has won it', () => {
    const bids: [string, Command][] = [OPEN, ['10:00:10', firm(ADA, 500_00)]]
    expect(codeOf(answer(LIVE, bids, '10:00:11', close('pass', 2)))).toBe('has-buyer')
    const met: [string, Command][] = [OPEN, ['10:00:10', firm(ADA, 1000_00)]]
    expect(codeOf(answer(WITH_RESERVE, met, '10:00:11', close('pass', 3)))).toBe('has-buyer')
  })
})

test('a lot that its clock closed keeps its end and names no cause', () => {
  const { state, events } = lotAfter(
    LIVE,
    OPEN,
    ['10:00:10', firm(ADA, 500_00)],
    ['10:00:31', { type: 'close', noServerMs: 0 }],
  )
  expect(state.closesAt).toBe(clock('10:00:30'))
  expect(events.at(-1)).not.toHaveProperty('cause')
})
