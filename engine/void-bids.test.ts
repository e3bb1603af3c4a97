import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { evolve } from './evolve.ts'
import {
  ADA,
  BORIS,
  CHIDI,
  clock,
  codeOf,
  firm,
  LIVE,
  lotAfter,
  lower,
  maximum,
  taken,
  TIMED,
  voidAfter,
} from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

const CLOSE: Command = { type: 'close', noServerMs: 0 }

/** Sequence 1 is the opening; then come Ada's 600 (2), Boris's maximum of 2,000 (3) and Chidi's of 3,000 (4), who leads at 2,050. */
const THREE: [string, Command][] = [
  ['10:05', firm(ADA, 600_00)],
  ['10:06', maximum(BORIS, 2_000_00)],
  ['10:07', maximum(CHIDI, 3_000_00)],
]

/** The standing that a void leaves. */
function standingAfter(actions: [string, Command][], voided: number[], terms: Terms = TIMED) {
  return taken(voidAfter(terms, actions, voided)).reduce(evolve, lotAfter(terms, ...actions).state)
}

describe('a void leaves the standing as if the bid had never been made', () => {
  test('of the leader: the next in line leads, at the price the others had reached', () => {
    expect(taken(voidAfter(TIMED, THREE, [4]))).toEqual([
      {
        type: 'voided',
        at: clock('10:30'),
        voided: [4],
        cause: 'a slip',
        price: 625_00,
        leader: BORIS,
        leaderMaximum: 2_000_00,
        runnerUp: 600_00,
        floor: 0,
        reserveMet: false,
        bidCount: 2,
      },
    ])
    expect(standingAfter(THREE, [4])).toMatchObject({ price: 625_00, leader: BORIS, status: 'open' })
  })

  test('of the runner-up: the leader stays, and the price falls to what the third bidder had reached', () => {
    expect(standingAfter(THREE, [3])).toMatchObject({ price: 625_00, leader: CHIDI, runnerUp: 600_00, bidCount: 2 })
  })

  test('of the only bid: there is none left, and the opening bid applies again', () => {
    expect(standingAfter([['10:05', maximum(ADA, 600_00)]], [2])).toMatchObject({
      price: null,
      leader: null,
      leaderMaximum: null,
      runnerUp: null,
      floor: 0,
      bidCount: 0,
      status: 'open',
    })
  })

  test('of several bids at once, recorded once each and in order', () => {
    for (const asked of [
      [2, 3, 4],
      [4, 3, 2],
      [3, 2, 4, 3, 2],
    ])
      expect(taken(voidAfter(TIMED, THREE, asked))[0]).toMatchObject({ voided: [2, 3, 4], price: null })
  })

  test('of a firm bid: the leader falls back on what is left of their own bids', () => {
    const raised: [string, Command][] = [
      ['10:05', firm(ADA, 600_00)],
      ['10:06', firm(ADA, 900_00)],
    ]
    expect(standingAfter(raised, [3])).toMatchObject({
      price: 600_00,
      leader: ADA,
      leaderMaximum: 600_00,
      floor: 600_00,
    })
  })

  test('and changes neither the end nor the extensions', () => {
    const late: [string, Command][] = [...THREE, ['10:59', firm(ADA, 4_000_00)]]
    expect(lotAfter(TIMED, ...late).state).toMatchObject({ closesAt: clock('11:01'), extensions: 1 })
    expect(standingAfter(late, [5])).toMatchObject({ leader: CHIDI, closesAt: clock('11:01'), extensions: 1 })
  })
})

describe('the reserve', () => {
  const RESERVED: Terms = { ...TIMED, reserve: 2_000_00 }
  const MET: [string, Command][] = [
    ['10:05', maximum(ADA, 1_000_00)],
    ['10:06', maximum(BORIS, 2_500_00)],
  ]
  test('is no longer met if only the voided bid met it', () => {
    expect(standingAfter(MET, [3], RESERVED)).toMatchObject({ price: 500_00, leader: ADA, reserveMet: false })
    expect(standingAfter(MET, [2, 3], RESERVED)).toMatchObject({ price: null, reserveMet: false })
  })

  test('stays met if the leader still reaches it', () => {
    expect(standingAfter(MET, [2], RESERVED)).toMatchObject({ price: 2_000_00, leader: BORIS, reserveMet: true })
  })
})

describe('raises and lowerings after the voided bid still count', () => {
  test('a raise that moved the price may be silent now, and is not counted as a bid', () => {
    const tied: [string, Command][] = [
      ['10:05', maximum(ADA, 1_000_00)],
      ['10:06', maximum(BORIS, 1_000_00)],
      ['10:07', maximum(ADA, 3_000_00)],
    ]
    expect(lotAfter(TIMED, ...tied).state).toMatchObject({ price: 1_050_00, bidCount: 3 })
    expect(standingAfter(tied, [3])).toMatchObject({ price: 500_00, leaderMaximum: 3_000_00, bidCount: 1 })
  })

  test('a maximum stays as low as its owner made it', () => {
    const lowered: [string, Command][] = [
      ['10:05', maximum(ADA, 3_000_00)],
      ['10:06', maximum(BORIS, 800_00)],
      ['10:07', lower(ADA, 2_000_00)],
    ]
    expect(standingAfter(lowered, [3])).toMatchObject({ price: 500_00, leader: ADA, leaderMaximum: 2_000_00 })
  })

  test('but a lowering never increases what a void has left', () => {
    const lowered: [string, Command][] = [
      ['10:05', maximum(ADA, 1_000_00)],
      ['10:06', maximum(BORIS, 1_000_00)],
      ['10:07', maximum(ADA, 3_000_00)],
      ['10:08', lower(ADA, 2_000_00)],
    ]
    expect(standingAfter(lowered, [4])).toMatchObject({ price: 1_000_00, leader: ADA, leaderMaximum: 1_000_00 })
  })

  test('nor does it keep a maximum where no bid is left', () => {
    const lowered: [string, Command][] = [
      ['10:05', maximum(ADA, 3_000_00)],
      ['10:06', lower(ADA, 2_000_00)],
    ]
    expect(standingAfter(lowered, [2])).toMatchObject({ price: null, leader: null, leaderMaximum: null })
  })
})

describe('what can be voided', () => {
  test('is a bid that still counts, and nothing else', () => {
    const extended: [string, Command][] = [...THREE, ['10:59', firm(ADA, 4_000_00)]]
    for (const asked of [[], [1], [6], [99], [0], [4, 1]])
      expect(codeOf(voidAfter(TIMED, extended, asked))).toBe('nothing-to-void')
  })

  test('is nothing before a timed lot opens, and nothing after the end: a closed lot keeps its result', () => {
    expect(codeOf(voidAfter({ ...TIMED, opensAt: clock('10:31') }, [], [1]))).toBe('lot-not-open')
    const early: Terms = { ...TIMED, scheduledCloseAt: clock('10:30') }
    expect(codeOf(voidAfter(early, THREE, [4]))).toBe('lot-closed')
    expect(codeOf(voidAfter(early, [...THREE, ['10:30', CLOSE]], [4]))).toBe('lot-closed')
    expect(codeOf(voidAfter(TIMED, [...THREE, ['10:10', { type: 'withdraw-lot', cause: 'x' }]], [4]))).toBe(
      'lot-withdrawn',
    )
  })

  test('includes a maximum before a live lot opens, and a bid while the lot is paused', () => {
    expect(codeOf(voidAfter(LIVE, [['9:00', maximum(ADA, 900_00)]], [1]))).toBe('taken: voided')
    expect(codeOf(voidAfter(TIMED, [...THREE, ['10:10', { type: 'pause', cause: 'a question' }]], [4]))).toBe(
      'taken: voided',
    )
  })
})
