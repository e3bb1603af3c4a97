import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import type { LotEvent, LotState } from './lot.ts'
import {
  ADA,
  BORIS,
  clock,
  firm,
  FREE,
  lotAfter,
  maximum,
  negotiation,
  TIMED,
  type NegotiationStep,
} from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

const TERMS: Terms = { ...TIMED, reserve: 900_00, negotiations: { boundMs: 100, freeMs: 100 } }
const HIGH_BID = 500_00
const CLOSED_AT = clock('11:00')

const STEPS = ['show-maximum', 'offer', 'accept-counter', 'decline-counter', 'retract-offer'] as const
const APP = ['counter', 'retract-counter', 'accept-offer', 'decline-offer'] as const
const AMOUNTS = [499_00, 500_00, 600_00, 700_00, 800_00, 900_00, 901_00]

/** Mostly one of the two sides with one of a few amounts, so that offers meet; now and then silence, an end or a stranger. */
const TRY = fc.record({
  waitMs: fc.constantFrom(0, 0, 1, 20, 60),
  command: fc.oneof(
    fc.record({ type: fc.constantFrom(...STEPS), amount: fc.constantFrom(...AMOUNTS) }),
    fc.record({ type: fc.constantFrom(...APP), amount: fc.constantFrom(...AMOUNTS) }),
    fc.record({
      type: fc.constantFrom('approve', 'lapse', 'lapse', 'end-negotiation', 'stranger'),
      amount: fc.constant(0),
    }),
  ),
})

test('whatever both sides try, a negotiation ends once, in time, never below the high bid, and binds nobody beyond their word', () => {
  fc.assert(fc.property(fc.array(TRY, { maxLength: 30 }), fc.boolean(), hold), { seed: 20_261_121, numRuns: 500 })
})

function hold(tries: { waitMs: number; command: { type: string; amount: number } }[], hasMaximum: boolean): void {
  const bids: [string, Command][] = hasMaximum ? [['10:06', maximum(ADA, 700_00)]] : []
  let { state } = lotAfter(TERMS, ['10:05', firm(ADA, HIGH_BID)], ...bids, ['11:00', { type: 'close', noServerMs: 0 }])
  const events: LotEvent[] = []
  let now = CLOSED_AT
  for (const { waitMs, command } of tries) {
    now += waitMs
    const before = state
    const decision = decide(TERMS, state, commandOf(command), now)
    if (!decision.ok) continue
    events.push(...decision.events)
    state = decision.events.reduce(evolve, state)
    expect(state.sequence).toBe(before.sequence + decision.events.length)
    keepPromises(state, decision.events, now)
  }
  expect(events.filter(({ type }) => ['approved', 'agreed', 'lapsed'].includes(type)).length).toBe(
    state.status === 'reserve-not-met' ? 0 : 1,
  )
  expect(events.filter(({ type }) => type === 'freed').length).toBeLessThanOrEqual(1)
}

function commandOf({ type, amount }: { type: string; amount: number }): Command {
  if (type === 'counter') return { type, amount, offerId: 'o' }
  if (type === 'end-negotiation') return { type, cause: 'kept' }
  if (type === 'stranger') return { type: 'offer', bidder: BORIS, amount: 600_00, facts: FREE }
  if (type === 'approve' || type === 'lapse') return { type }
  if (type === 'retract-counter' || type === 'accept-offer' || type === 'decline-offer') return { type, amount }
  return negotiation(ADA, type as NegotiationStep, amount)
}

/** Invariants that hold after every step, checked without a model. */
function keepPromises(state: LotState, events: LotEvent[], now: number): void {
  const [boundUntil, lapsesAt] = [CLOSED_AT + 100, CLOSED_AT + 200]
  for (const event of events) {
    expect(event.at).toBe(now)
    expect(event.type === 'approved' && now >= boundUntil).toBe(false)
    expect(event.type === 'agreed' && (now >= lapsesAt || event.price < HIGH_BID)).toBe(false)
    expect(event.type === 'freed' && now < boundUntil).toBe(false)
    expect(event.type === 'lapsed' && event.cause === 'time' && now < lapsesAt).toBe(false)
    expect('bidder' in event && event.bidder.id !== ADA.id).toBe(false)
  }
  const { negotiation: open, leaderMaximum } = state
  expect(open === null).toBe(state.status !== 'reserve-not-met')
  expect(open?.isFree === true ? leaderMaximum : open?.offer).toBe(open?.offer)
  expect(open?.counter ?? HIGH_BID + 1).toBeGreaterThan(HIGH_BID)
  expect(open?.counter ?? 0).toBeLessThanOrEqual(900_00)
  expect(open?.offer ?? HIGH_BID).toBeGreaterThanOrEqual(HIGH_BID)
}
