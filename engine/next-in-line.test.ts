import { describe, expect, test } from 'vitest'
import type { BidderFacts, Command, LeadFacts } from './command.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import type { Bidder } from './bidder.ts'
import { goneBefore, liveBids } from './next-in-line.ts'
import {
  ADA,
  BORIS,
  CHIDI,
  clock,
  codeOf,
  DANA,
  firm,
  lotAfter,
  maximum,
  numbered,
  taken,
  TIMED,
  upTo,
  voidAfter,
} from './saleroom.test-support.ts'

type Against = Pick<BidderFacts, 'ineligible' | 'limit'>

const SUSPENDED: Against = { ineligible: 'suspended', limit: null }
const limitedTo = (limit: number): Against => ({ ineligible: null, limit: upTo(limit) })
const facts = (...against: [Bidder, Against][]): LeadFacts => new Map(against.map(([{ id }, each]) => [id, each]))

/** Ada's 600 is event 2, Boris's maximum of 2,000 is 3, Chidi's of 3,000 is 4, Dana's 4,000 is 5: she leads. */
const FOUR: [string, Command][] = [
  ['10:05', firm(ADA, 600_00)],
  ['10:06', maximum(BORIS, 2_000_00)],
  ['10:07', maximum(CHIDI, 3_000_00)],
  ['10:08', firm(DANA, 4_000_00)],
]
const at = clock('10:30')

describe('who gains the lead by a void', () => {
  test('is checked, and passed over if they may not bid: the ledger names the bids, and the next in line leads', () => {
    const standing = {
      price: 625_00,
      leader: BORIS,
      leaderMaximum: 2_000_00,
      runnerUp: 600_00,
      floor: 0,
      reserveMet: false,
      bidCount: 2,
    }
    expect(taken(voidAfter(TIMED, FOUR, [5], facts([CHIDI, SUSPENDED])))).toEqual([
      { type: 'voided', at, voided: [5], cause: 'a slip', ...standing },
      { type: 'passed-over', at, bidder: CHIDI, bids: [4], why: 'not-eligible', ...standing },
    ])
  })

  test('is passed over where their maximum would take them over their limit', () => {
    expect(taken(voidAfter(TIMED, FOUR, [5], facts([CHIDI, limitedTo(2_999_99)])))).toMatchObject([
      { type: 'voided', leader: BORIS, price: 625_00 },
      { type: 'passed-over', bidder: CHIDI, bids: [4], why: 'over-limit', leader: BORIS, price: 625_00 },
    ])
    expect(taken(voidAfter(TIMED, FOUR, [5], facts([CHIDI, limitedTo(3_000_00)])))).toMatchObject([
      { type: 'voided', leader: CHIDI, price: 2_050_00 },
    ])
  })

  test('loses only the bids above their limit: a lower one may lead', () => {
    const twice: [string, Command][] = [
      ['10:05', firm(BORIS, 700_00)],
      ['10:06', firm(BORIS, 2_000_00)],
      ['10:07', maximum(CHIDI, 5_000_00)],
    ]
    expect(taken(voidAfter(TIMED, twice, [4], facts([BORIS, limitedTo(1_000_00)])))).toMatchObject([
      { type: 'voided', leader: BORIS, price: 700_00, leaderMaximum: 700_00, bidCount: 1 },
      { type: 'passed-over', bidder: BORIS, bids: [3], why: 'over-limit' },
    ])
  })

  test('may be passed over repeatedly: everyone next in line is checked until one may hold the lead', () => {
    const bothOut = facts([CHIDI, SUSPENDED], [BORIS, limitedTo(1_000_00)])
    expect(taken(voidAfter(TIMED, FOUR, [5], bothOut))).toMatchObject([
      { type: 'voided', leader: ADA, price: 600_00, bidCount: 1 },
      { type: 'passed-over', bidder: CHIDI, why: 'not-eligible', leader: ADA, price: 600_00 },
      { type: 'passed-over', bidder: BORIS, why: 'over-limit', leader: ADA, price: 600_00 },
    ])
  })

  test('may be nobody: then the lot has no price and no leader', () => {
    const allOut = facts([CHIDI, SUSPENDED], [BORIS, SUSPENDED], [ADA, SUSPENDED])
    expect(taken(voidAfter(TIMED, FOUR, [5], allOut)).at(-1)).toMatchObject({
      type: 'passed-over',
      bidder: ADA,
      price: null,
      leader: null,
      leaderMaximum: null,
      bidCount: 0,
    })
  })
})

describe('who is not checked', () => {
  test('is the leader, if the void removes someone else’s bid: they gain nothing by it', () => {
    expect(codeOf(voidAfter(TIMED, FOUR, [4], facts([DANA, SUSPENDED])))).toBe('taken: voided')
  })

  test('is anyone with no objection, and anyone who is not next', () => {
    expect(codeOf(voidAfter(TIMED, FOUR, [5]))).toBe('taken: voided')
    expect(codeOf(voidAfter(TIMED, FOUR, [5], facts([ADA, SUSPENDED], [BORIS, SUSPENDED])))).toBe('taken: voided')
    expect(codeOf(voidAfter(TIMED, FOUR, [5], facts([CHIDI, { ineligible: null, limit: null }])))).toBe('taken: voided')
  })
})

describe('at the close', () => {
  const { state, events } = lotAfter(TIMED, ...FOUR)
  const closeWith = (bidders: LeadFacts) =>
    decide(TIMED, state, { type: 'close', noServerMs: 0, line: { history: numbered(events), bidders } }, clock('11:00'))

  test('a leader who may no longer hold the lead is passed over, and the lot is sold to the next in line', () => {
    expect(taken(closeWith(facts([DANA, SUSPENDED])))).toMatchObject([
      { type: 'passed-over', at: clock('11:00'), bidder: DANA, bids: [5], why: 'not-eligible', leader: CHIDI },
      { type: 'closed', outcome: 'sold', leader: CHIDI, price: 2_050_00 },
    ])
  })

  test('a leader who may hold the lead wins', () => {
    expect(taken(closeWith(facts([DANA, limitedTo(4_000_00)])))).toMatchObject([
      { type: 'closed', outcome: 'sold', leader: DANA, price: 4_000_00 },
    ])
  })
})

describe('bids that no longer count', () => {
  const first = lotAfter(TIMED, ...FOUR)
  const afterVoid = [...first.events, ...taken(voidAfter(TIMED, FOUR, [5], facts([CHIDI, SUSPENDED])))]
  const history = numbered(afterVoid)

  test('are those that were voided or passed over', () => {
    expect(goneBefore(history)).toEqual(new Set([5, 4]))
    expect(liveBids(history, goneBefore(history))).toMatchObject([
      { sequence: 2, bidder: ADA, amount: 600_00 },
      { sequence: 3, bidder: BORIS, amount: 2_000_00 },
    ])
    expect(goneBefore(numbered(first.events))).toEqual(new Set())
  })

  test('stay out of every later standing, even if their bidder may bid again', () => {
    const state = afterVoid.reduce(evolve, lotAfter(TIMED).state)
    const voidBoris: Command = { type: 'void-bids', voided: [3], cause: 'a slip', history, bidders: new Map() }
    expect(taken(decide(TIMED, state, voidBoris, at))).toMatchObject([{ leader: ADA, price: 600_00, bidCount: 1 }])
    for (const gone of [4, 5])
      expect(codeOf(decide(TIMED, state, { ...voidBoris, voided: [gone] }, at))).toBe('nothing-to-void')
  })
})
