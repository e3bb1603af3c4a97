import { describe, expect, test } from 'vitest'
import type { Command, NumberedEvent } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { DEFAULT_INCREMENTS } from './increments.ts'
import type { LotState } from './lot.ts'
import type { Terms } from './terms.ts'

const TERMS: Terms = {
  auctionKind: 'timed',
  openingBid: 10_000,
  reserve: null,
  buyNow: null,
  buyNowUntil: 'reserve-met',
  bidUnit: 100,
  increments: DEFAULT_INCREMENTS,
  opensAt: 1000,
  scheduledCloseAt: 61_000,
  extensionWindowMs: 20_000,
  extensionMs: 15_000,
  hardEndAt: 70_000,
  liveStartMs: 30_000,
  outageExtensionMs: 600_000,
}
const FACTS = { ineligible: null, limit: null, bidIdReused: false }
const ADA = { id: 'ada', paddle: 101 }

/** A lot with its history, as the lane holds them. */
class Lot {
  state: LotState
  history: NumberedEvent[] = []

  terms: Terms

  constructor(terms: Terms) {
    this.terms = terms
    this.state = initialLot(terms)
  }

  /** `ok`, or the code of the refusal. */
  do(command: Command, now: number): string {
    const decision = decide(this.terms, this.state, command, now)
    if (!decision.ok) return decision.rejection.code
    for (const event of decision.events) {
      this.state = evolve(this.state, event)
      this.history.push({ sequence: this.state.sequence, event })
    }
    return 'ok'
  }

  bid = (amount: number, now: number) => this.do({ type: 'firm-bid', bidder: ADA, amount, facts: FACTS }, now)
  pause = (now: number) => this.do({ type: 'pause', cause: 'A question' }, now)
  resume = (now: number) => this.do({ type: 'resume', cause: 'Answered', history: this.history }, now)
}

describe('a paused lot', () => {
  test('accepts nothing and does not end, and resumes with its remaining time, even past a hard end', () => {
    const lot = new Lot(TERMS)
    expect(lot.bid(10_000, 2000)).toBe('ok')
    expect(lot.pause(51_000)).toBe('ok')
    expect([lot.state.status, lot.state.closesAt]).toEqual(['open', null])
    expect(lot.bid(12_500, 52_000)).toBe('lot-paused')
    expect(lot.do({ type: 'extend', closesAt: 99_000 }, 52_000)).toBe('lot-paused')
    expect(lot.do({ type: 'close', noServerMs: 0 }, 500_000)).toBe('not-due')
    expect(lot.resume(600_000)).toBe('ok')
    expect(lot.state).toMatchObject({ closesAt: 610_000, price: 10_000, leader: ADA, extensions: 0 })
    expect(lot.do({ type: 'close', noServerMs: 0 }, 610_000)).toBe('ok')
    expect(lot.state.status).toBe('sold')
  })

  test('can have bids voided, and can be withdrawn', () => {
    const lot = new Lot(TERMS)
    lot.bid(10_000, 2000)
    lot.pause(3000)
    const { history } = lot
    expect(lot.do({ type: 'void-bids', voided: [2], cause: 'typing error', history, bidders: new Map() }, 4000)).toBe(
      'ok',
    )
    expect([lot.state.price, lot.state.closesAt]).toEqual([null, null])
    expect(lot.resume(5000)).toBe('ok')
    expect(lot.state.closesAt).toBe(63_000)
    lot.pause(6000)
    expect(lot.do({ type: 'withdraw-lot', cause: 'The seller withdrew' }, 7000)).toBe('ok')
    expect(lot.resume(8000)).toBe('not-paused')
  })

  test('is paused once, and each pause keeps its own time', () => {
    const lot = new Lot(TERMS)
    expect(lot.resume(2000)).toBe('not-paused')
    expect(lot.pause(500)).toBe('lot-not-open')
    expect(lot.pause(11_000)).toBe('ok')
    expect(lot.history.map(({ event }) => event.type)).toEqual(['opened', 'paused'])
    expect(lot.pause(12_000)).toBe('lot-paused')
    lot.resume(21_000)
    lot.pause(31_000)
    expect(lot.resume(41_000)).toBe('ok')
    expect(lot.state.closesAt).toBe(81_000)
    expect(lot.pause(81_000)).toBe('lot-closed')
  })

  test('is resumed from its own history alone: without its pause the remaining time is unknown', () => {
    const lot = new Lot(TERMS)
    lot.pause(11_000)
    expect(() => lot.do({ type: 'resume', cause: 'Answered', history: [] }, 21_000)).toThrow(
      'A paused lot must have a pause in its history.',
    )
  })

  test('of a live auction keeps its remaining time on the block', () => {
    const lot = new Lot({ ...TERMS, auctionKind: 'live', opensAt: null, scheduledCloseAt: null, hardEndAt: null })
    expect(lot.pause(1000)).toBe('lot-not-open')
    lot.do({ type: 'open' }, 2000)
    lot.pause(12_000)
    expect(lot.bid(10_000, 13_000)).toBe('lot-paused')
    lot.resume(100_000)
    expect(lot.state.closesAt).toBe(120_000)
    expect(lot.bid(10_000, 110_000)).toBe('ok')
    expect(lot.state.closesAt).toBe(125_000)
  })
})
