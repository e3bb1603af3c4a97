import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BidderFacts, Command, LeadFacts, NumberedEvent } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { nextBid } from './next-bid.ts'
import { isSealed, type LotEvent, type LotState } from './lot.ts'
import { CAST, clock, FREE, LIVE, TIMED, upTo } from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'
import { NEVER_STOOD, ReferenceModel } from './reference-model.test-support.ts'

/** The seed in use; another one: `SEED=7 npx vitest run engine/simulation.test.ts`. */
const SEED = Number(environment().SEED ?? 20_260_504)
const RUNS = Number(environment().RUNS ?? 1_000)

/** One attempt: `size` is the distance from the next bid (or from the leader's maximum), in bid units. */
type Try = { what: string; who: number; size: number; waitMs: number }

const TERMS = fc
  .record({
    reserve: fc.constantFrom(null, null, 20, 60, 75, 200),
    hardEndAt: fc.constantFrom(null, clock('11:03')),
    openingBid: fc.constantFrom(5, 20),
    isLive: fc.boolean(),
  })
  .map(({ isLive, hardEndAt, ...drawn }): Terms => {
    const shared = { ...drawn, bidUnit: 5, increments: INCREMENTS }
    return isLive ? { ...LIVE, ...shared } : { ...TIMED, ...shared, hardEndAt, opensAt: clock('10:56') }
  })

const INCREMENTS = [
  [0, 5],
  [50, 10],
  [100, 25],
] as const

const WHAT = [
  'firm',
  'maximum',
  'maximum',
  'maximum',
  'raise',
  'lower',
  'withdraw',
  'void',
  'void-asked',
  'close',
  'warn',
  'hammer',
  'pass',
  'limited',
  'odd',
  'floor',
  'absentee',
] as const

const TRIES = fc.array(
  fc.record({
    what: fc.constantFrom(...WHAT),
    who: fc.nat({ max: CAST.length - 1 }),
    size: fc.integer({ min: -3, max: 12 }),
    waitMs: fc.constantFrom(0, 1_000, 7_000, 20_000, 60_000, 119_000),
  }),
  { maxLength: 40 },
)

test(`whatever five bidders try, the engine and its reference model agree at every step (seed ${SEED}, ${RUNS} auctions)`, () => {
  fc.assert(fc.property(TERMS, TRIES, holdAuction), { seed: SEED, numRuns: RUNS })
})

function holdAuction(terms: Terms, tries: Try[]): void {
  const referenceModel = new ReferenceModel(terms)
  const ledger: NumberedEvent[] = []
  let state = initialLot(terms)
  let now = clock('10:55:50')
  const comesUp: Try[] = terms.auctionKind === 'live' ? [{ what: 'open', who: 0, size: 0, waitMs: 0 }] : []
  for (const attempt of [...comesUp, ...tries]) {
    now += attempt.waitMs
    const command = commandOf(terms, state, attempt, ledger)
    const decision = decide(terms, state, command, now)
    const before = state
    const events = decision.ok ? decision.events : []
    for (const event of events) {
      state = evolve(state, event)
      ledger.push(numbered(state, event, ledger))
      expect(event.at).toBe(now)
    }
    const answered = decision.ok ? 'taken' : decision.rejection.code
    expect(answered).toBe(referenceModel.apply(command, now, sequenceOfBid(before, events)))
    agree(state, referenceModel)
    keepPromises(before, state, events)
    expect(state.bidCount).toBeLessThanOrEqual(bidsIn(ledger))
  }
}

function commandOf(terms: Terms, state: LotState, attempt: Try, ledger: NumberedEvent[]): Command {
  const bidder = CAST[attempt.who]
  if (bidder === undefined) throw new Error('Nobody of that number')
  const leader = state.leader ?? bidder
  const onIncrements = nextBid(terms, state) + attempt.size * terms.bidUnit
  const aroundMaximum = (state.leaderMaximum ?? terms.openingBid) + attempt.size * terms.bidUnit
  switch (attempt.what) {
    case 'firm':
      return { type: 'firm-bid', bidder, amount: onIncrements, facts: FREE }
    case 'raise':
      return { type: attempt.who === 0 ? 'firm-bid' : 'maximum', bidder: leader, amount: aroundMaximum, facts: FREE }
    case 'lower':
      return { type: 'lower-maximum', bidder: attempt.who === 0 ? bidder : leader, amount: onIncrements, facts: FREE }
    case 'withdraw':
      return { type: 'lower-maximum', bidder: leader, amount: null, facts: FREE }
    case 'void':
    case 'void-asked':
      return {
        type: 'void-bids',
        voided: sequencesToVoid(ledger, attempt),
        cause: 'not their bid',
        history: ledger,
        bidders: attempt.what === 'void' ? new Map() : againstSome(attempt),
      }
    case 'close':
      return attempt.who < 3
        ? { type: 'close', noServerMs: 0 }
        : { type: 'close', noServerMs: 0, line: { history: ledger, bidders: againstSome(attempt) } }
    case 'open':
      return { type: 'open' }
    case 'warn':
      return { type: 'fair-warning' }
    case 'hammer':
    case 'pass': {
      const line = { history: ledger, bidders: againstSome(attempt) }
      return { type: attempt.what, seen: state.sequence, noServerMs: 0, ...(attempt.who < 3 ? {} : { line }) }
    }
    case 'limited':
      return {
        type: 'maximum',
        bidder,
        amount: aroundMaximum,
        facts: { ...FREE, limit: upTo(90, 25) },
      }
    case 'floor': {
      const seen = attempt.who < 3 ? state.sequence : NEVER_STOOD
      return { type: 'firm-bid', bidder, amount: onIncrements, facts: FREE, entry: { mark: 'floor', seen } }
    }
    case 'absentee':
      return { type: 'maximum', bidder, amount: aroundMaximum, facts: FREE, entry: { mark: 'absentee' } }
    case 'odd':
      return { type: 'maximum', bidder, amount: onIncrements + (attempt.size % 2), facts: FREE }
    default:
      return { type: 'maximum', bidder, amount: onIncrements, facts: FREE }
  }
}

/** Some are suspended, some have a limit: obstacles for bidders who may gain the lead. */
function againstSome({ who, size }: Try): LeadFacts {
  const bidders = new Map<string, Pick<BidderFacts, 'ineligible' | 'limit'>>()
  for (const [index, { id }] of CAST.entries()) {
    if (index === who) bidders.set(id, { ineligible: 'suspended', limit: null })
    else if (index % 2 === 0) bidders.set(id, { ineligible: null, limit: upTo(20 + 10 * Math.abs(size)) })
  }
  return bidders
}

/** Mostly a bid, sometimes two, sometimes an event that cannot be voided or nothing at all. */
function sequencesToVoid(ledger: NumberedEvent[], attempt: Try): number[] {
  const bids = ledger.filter(({ event }) => event.type === 'bid-placed' || event.type === 'maximum-changed')
  const from = attempt.who === 0 ? ledger : bids
  const picked = from.at(-1 - Math.abs(attempt.size % 6))
  const last = from.at(-1)
  if (picked === undefined || last === undefined) return []
  return attempt.size % 3 === 0 ? [last.sequence, picked.sequence, last.sequence] : [picked.sequence]
}

function sequenceOfBid(before: LotState, events: LotEvent[]): number {
  const index = events.findIndex(({ type }) => type === 'bid-placed' || type === 'maximum-changed')
  return index === -1 ? 0 : before.sequence + 1 + index
}

/** An event with its number: of the public ones, or of those that are sealed. */
function numbered({ sequence }: LotState, event: LotEvent, before: NumberedEvent[]): NumberedEvent {
  if (!isSealed(event)) return { sequence, event }
  return { sequence, event, sealedNumber: before.filter((each) => isSealed(each.event)).length + 1 }
}

/** Publicly visible bids. A count recomputed after a void never exceeds this, or it would reveal sealed bids. */
function bidsIn(ledger: NumberedEvent[]): number {
  return ledger.filter(({ event }) => event.type === 'bid-placed').length
}

function agree(state: LotState, referenceModel: ReferenceModel): void {
  const { price, leader, leaderMaximum, reserveMet } = referenceModel.standing()
  expect(state).toMatchObject({
    price,
    leaderMaximum,
    reserveMet,
    status: referenceModel.status,
    closesAt: referenceModel.closesAt,
  })
  expect(state.leader?.id ?? null).toBe(leader)
  expect(state.bidCount === 0).toBe(state.leader === null)
}

/** Invariants that hold after every step, checked without a model. */
function keepPromises(before: LotState, after: LotState, events: LotEvent[]): void {
  const open = events.filter((event) => !isSealed(event))
  expect(after.sequence).toBe(before.sequence + open.length)
  if (open.length === 0) expect(publicOf(after)).toEqual(publicOf(before))
  const voided = events.some(({ type }) => type === 'voided' || type === 'passed-over')
  if (!voided) expect(after.price ?? 0).toBeGreaterThanOrEqual(before.price ?? 0)
  expect(after.price ?? 0).toBeLessThanOrEqual(after.leaderMaximum ?? 0)
  expect(after.price ?? 0).toBeGreaterThanOrEqual(after.runnerUp ?? 0)
  expect(after.price ?? 0).toBeGreaterThanOrEqual(after.floor)
  if (before.reserveMet && !voided) expect(after.reserveMet).toBe(true)
}

/** Everything anyone may know about a lot while it is open. */
function publicOf(state: LotState): LotState {
  return { ...state, leaderMaximum: null, runnerUp: null, floor: 0 }
}

function environment(): Record<string, string | undefined> {
  return (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {}
}
