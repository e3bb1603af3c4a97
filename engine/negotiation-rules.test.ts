import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { isSealed, type LotEvent, type LotState } from './lot.ts'
import {
  ADA,
  answer,
  BORIS,
  clock,
  codeOf,
  firm,
  lotAfter,
  maximum,
  taken,
  negotiation,
  TIMED,
  upTo,
} from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

/** A reserve of 5,000, never met; the bidder is bound until 11:00 the next day (35:00), and offers end a day later (59:00). */
const RESERVED: Terms = { ...TIMED, reserve: 5_000_00 }
const CLOSE: Command = { type: 'close', noServerMs: 0 }
const counter = (amount: number): Command => ({ type: 'counter', amount, offerId: 'o' })
/** Ada leads at 4,000 with a maximum of 4,600. */
const CLOSED: [string, Command][] = [
  ['10:05', firm(ADA, 4_000_00)],
  ['10:06', maximum(ADA, 4_600_00)],
  ['11:00', CLOSE],
]

describe('what binds the high bidder', () => {
  /** What counts against the bidder's limit: the state's maximum, if the lot's status is binding. */
  function boundAfter(...actions: [string, Command][]): number | null {
    return lotAfter(RESERVED, ...CLOSED, ...actions).state.leaderMaximum
  }
  test('is their maximum until they are freed, then only their own open offer', () => {
    expect(boundAfter()).toBe(4_600_00)
    expect(
      boundAfter(['12:00', negotiation(ADA, 'show-maximum')], ['12:01', { type: 'decline-offer', amount: 4_600_00 }]),
    ).toBe(4_600_00)
    expect(boundAfter(['12:00', negotiation(ADA, 'show-maximum')], ['35:00', { type: 'lapse' }])).toBeNull()
    const offered: [string, Command] = ['36:00', negotiation(ADA, 'offer', 4_200_00)]
    expect(boundAfter(offered)).toBe(4_200_00)
    expect(boundAfter(offered, ['36:01', negotiation(ADA, 'retract-offer', 4_200_00)])).toBeNull()
    expect(boundAfter(offered, ['36:01', { type: 'decline-offer', amount: 4_200_00 }])).toBeNull()
    expect(boundAfter(offered, ['36:01', counter(4_300_00)])).toBe(4_200_00)
    expect(boundAfter(offered, ['36:01', { type: 'accept-offer', amount: 4_200_00 }])).toBe(4_200_00)
  })
  test('is at least the price, once the lot is sold', () => {
    expect(boundAfter(['12:00', { type: 'approve' }])).toBe(4_600_00)
    expect(boundAfter(['12:00', counter(4_800_00)], ['12:01', negotiation(ADA, 'accept-counter', 4_800_00)])).toBe(
      4_800_00,
    )
    expect(boundAfter(['36:00', counter(4_800_00)], ['36:01', negotiation(ADA, 'accept-counter', 4_800_00)])).toBe(
      4_800_00,
    )
  })

  const limit = (most: number, elsewhere: number) => ({ limit: upTo(most, elsewhere) })
  test('is checked against their limit when they offer and when they accept', () => {
    const asked: [string, Command][] = [...CLOSED, ['12:00', counter(4_800_00)]]
    const over = limit(5_000_00, 200_01)
    const fits = limit(5_000_00, 200_00)
    expect(codeOf(answer(RESERVED, asked, '12:01', negotiation(ADA, 'accept-counter', 4_800_00, over)))).toBe(
      'over-bidding-limit',
    )
    expect(codeOf(answer(RESERVED, asked, '12:01', negotiation(ADA, 'accept-counter', 4_800_00, fits)))).toBe(
      'taken: agreed',
    )
    expect(codeOf(answer(RESERVED, CLOSED, '36:00', negotiation(ADA, 'offer', 4_800_00, over)))).toBe(
      'over-bidding-limit',
    )
    expect(codeOf(answer(RESERVED, CLOSED, '36:00', negotiation(ADA, 'offer', 4_800_00, fits)))).toBe(
      'taken: freed, offered',
    )
  })
})

describe('refusals come in the order of the rulebook', () => {
  test('a person who may not bid may not negotiate, and a used id counts for nothing else', () => {
    const asked: [string, Command][] = [...CLOSED, ['12:00', counter(4_800_00)]]
    const accept = (facts: object) =>
      answer(RESERVED, asked, '12:01', negotiation(ADA, 'accept-counter', 4_800_00, facts))
    const refused = accept({ ineligible: 'suspended', bidIdReused: true })
    expect(refused).toEqual({ ok: false, rejection: { code: 'not-eligible', why: 'suspended' } })
    expect(codeOf(accept({ bidIdReused: true }))).toBe('bid-id-reused')
    expect(codeOf(answer(RESERVED, asked, '12:01', negotiation(BORIS, 'offer', 1, { bidIdReused: true })))).toBe(
      'not-your-negotiation',
    )
  })
  test('refusing an amount names a valid one', () => {
    expect(answer(RESERVED, CLOSED, '12:00', counter(3_000_00))).toEqual({
      ok: false,
      rejection: { code: 'below-high-bid', highBid: 4_000_00 },
    })
    expect(answer(RESERVED, CLOSED, '12:00', counter(4_000_50))).toEqual({
      ok: false,
      rejection: { code: 'not-a-bid-unit', bidUnit: 1_00 },
    })
    expect(answer(RESERVED, CLOSED, '36:00', negotiation(ADA, 'offer', 4_000_50))).toEqual({
      ok: false,
      rejection: { code: 'not-a-bid-unit', bidUnit: 1_00 },
    })
    expect(answer(RESERVED, CLOSED, '36:00', negotiation(ADA, 'offer', 3_000_00))).toEqual({
      ok: false,
      rejection: { code: 'below-high-bid', highBid: 4_000_00 },
    })
  })
})

describe('the events', () => {
  test('of a close below the reserve carry the deadlines of the terms, by default one day each', () => {
    const closeOf = (terms: Terms) => lotAfter(terms, ...CLOSED).events.at(-1)
    expect(closeOf(RESERVED)).toMatchObject({ negotiation: { boundUntil: clock('35:00'), lapsesAt: clock('59:00') } })
    const short = { ...RESERVED, negotiations: { boundMs: 60_000, freeMs: 30_000 } }
    expect(closeOf(short)).toMatchObject({ negotiation: { boundUntil: clock('11:01'), lapsesAt: clock('11:01:30') } })
    expect(closeOf({ ...RESERVED, reserve: null })).not.toHaveProperty('negotiation')
    expect(lotAfter({ ...RESERVED, reserve: null }, ...CLOSED).state).toMatchObject({
      status: 'sold',
      negotiation: null,
    })
  })
  test('record everything a ledger needs: who, when and how much', () => {
    const { events, state } = lotAfter(
      RESERVED,
      ...CLOSED,
      ['12:00', counter(4_800_00)],
      ['12:01', negotiation(ADA, 'show-maximum')],
      ['12:02', negotiation(ADA, 'decline-counter', 4_800_00)],
      ['35:30', negotiation(ADA, 'offer', 4_300_00)],
      ['36:00', { type: 'accept-offer', amount: 4_300_00 }],
    )
    expect(events.slice(-6)).toEqual([
      { type: 'countered', at: clock('12:00'), amount: 4_800_00, offerId: 'o' },
      { type: 'offered', at: clock('12:01'), bidder: ADA, amount: 4_600_00 },
      { type: 'declined', at: clock('12:02'), by: 'bidder', amount: 4_800_00 },
      { type: 'freed', at: clock('35:30') },
      { type: 'offered', at: clock('35:30'), bidder: ADA, amount: 4_300_00 },
      { type: 'agreed', at: clock('36:00'), by: 'company', price: 4_300_00 },
    ])
    expect(state).toMatchObject({ status: 'sold', price: 4_300_00, negotiation: null, leader: ADA })
    expect(state.sequence).toBe(events.filter((event) => !isSealed(event)).length)
  })
  test('of an end by the company and of a voided sale are marked as such, without a person’s reason', () => {
    expect(taken(answer(RESERVED, CLOSED, '12:00', { type: 'end-negotiation', cause: 'kept' }))).toEqual([
      { type: 'lapsed', at: clock('12:00'), cause: 'company' },
    ])
    const sold: [string, Command][] = [...CLOSED, ['12:00', { type: 'approve' }]]
    expect(
      taken(answer(RESERVED, sold, '13:00', { type: 'void-sale', cause: 'the wrong lot', defaulted: false })),
    ).toEqual([{ type: 'sale-voided', at: clock('13:00') }])
    expect(lotAfter(RESERVED, ...CLOSED, ['12:00', { type: 'end-negotiation', cause: 'kept' }]).state).toMatchObject({
      status: 'passed',
      negotiation: null,
    })
    expect(
      lotAfter(RESERVED, ...sold, ['13:00', { type: 'void-sale', cause: 'x', defaulted: true }]).state.status,
    ).toBe('withdrawn')
  })
  test('leave the previous state unchanged, and a retracted counteroffer leaves the bidder’s offer', () => {
    const { state } = lotAfter(
      RESERVED,
      ...CLOSED,
      ['36:00', negotiation(ADA, 'offer', 4_300_00)],
      ['36:01', counter(4_900_00)],
    )
    const before = structuredClone(state)
    const steps: LotEvent[] = [
      { type: 'retracted', at: 0, by: 'company', amount: 4_900_00 },
      { type: 'declined', at: 0, by: 'company', amount: 4_300_00 },
      { type: 'freed', at: 0 },
    ]
    const after = steps.map((event) => evolve(state, event).negotiation)
    expect(state).toEqual(before)
    expect(after.map((one) => [one?.counter, one?.offer])).toEqual([
      [null, 4_300_00],
      [4_900_00, null],
      [4_900_00, null],
    ])
  })
  test('of a negotiation change nothing where there is none', () => {
    const { state } = lotAfter(TIMED, ['10:05', firm(ADA, 500_00)])
    const steps: LotEvent[] = [
      { type: 'countered', at: 0, amount: 1, offerId: 'o' },
      { type: 'offered', at: 0, bidder: ADA, amount: 1 },
      { type: 'declined', at: 0, by: 'company', amount: 1 },
      { type: 'retracted', at: 0, by: 'bidder', amount: 1 },
      { type: 'freed', at: 0 },
    ]
    for (const event of steps)
      expect(evolve(state, event)).toEqual({ ...state, sequence: state.sequence + 1 } satisfies LotState)
    const { state: none } = lotAfter(RESERVED, ['11:00', CLOSE])
    expect(codeOf(decide(RESERVED, none, { type: 'approve' }, clock('12:00')))).toBe('not-undecided')
  })
})
