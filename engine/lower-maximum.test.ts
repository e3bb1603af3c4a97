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
  lower,
  maximum,
  TIMED,
} from './saleroom.test-support.ts'

/** Ada leads at 1,050 with a maximum of 3,000; Boris is the runner-up with 1,000. */
const LEADING: [string, Command][] = [
  ['10:05', maximum(ADA, 3_000_00)],
  ['10:06', maximum(BORIS, 1_000_00)],
]
const AT = clock('10:30')

const after = (command: Command, time = '10:30') => answer(TIMED, LEADING, time, command)

describe('a leader can lower a maximum', () => {
  test('to any amount down to the price, and the price stays', () => {
    for (const amount of [2_999_00, 1_051_00, 1_050_00])
      expect(after(lower(ADA, amount))).toEqual({
        ok: true,
        events: [{ type: 'maximum-changed', at: AT, bidder: ADA, amount, change: 'lowered' }],
      })
    const { state } = lotAfter(TIMED, ...LEADING, ['10:30', lower(ADA, 2_000_00)])
    expect(state).toMatchObject({ price: 1_050_00, leader: ADA, leaderMaximum: 2_000_00, runnerUp: 1_000_00 })
  })

  test('or withdraw it; what remains is the price, which stays committed', () => {
    expect(after(lower(ADA, null))).toEqual({
      ok: true,
      events: [{ type: 'maximum-changed', at: AT, bidder: ADA, amount: 1_050_00, change: 'withdrawn' }],
    })
    const withdrawn: [string, Command][] = [...LEADING, ['10:30', lower(ADA, null)]]
    expect(lotAfter(TIMED, ...withdrawn, ['10:31', firm(BORIS, 1_100_00)]).state).toMatchObject({
      leader: BORIS,
      price: 1_100_00,
    })
    expect(answer(TIMED, withdrawn, '10:31', lower(ADA, null))).toEqual({
      ok: false,
      rejection: { code: 'maximum-committed', committed: 1_050_00 },
    })
  })

  test('never below the price, nor below what met the reserve', () => {
    const committed = (price: number) => ({ ok: false, rejection: { code: 'maximum-committed', committed: price } })
    expect(after(lower(ADA, 1_049_00))).toEqual(committed(1_050_00))
    const reserved = { ...TIMED, reserve: 2_000_00 }
    const met: [string, Command][] = [['10:05', maximum(ADA, 3_000_00)]]
    expect(answer(reserved, met, '10:30', lower(ADA, 1_999_00))).toEqual(committed(2_000_00))
    expect(codeOf(answer(reserved, met, '10:30', lower(ADA, 2_000_00)))).toBe('taken: maximum-changed')
  })

  test('in whole bid units', () => {
    expect(after(lower(ADA, 2_000_50))).toEqual({ ok: false, rejection: { code: 'not-a-bid-unit', bidUnit: 1_00 } })
    expect(after(lower(ADA, 0))).toEqual({ ok: false, rejection: { code: 'not-a-bid-unit', bidUnit: 1_00 } })
  })

  test('also before a live lot opens', () => {
    const early: [string, Command][] = [['9:00', maximum(ADA, 3_000_00)]]
    expect(codeOf(answer(LIVE, early, '9:01', lower(ADA, 1_000_00)))).toBe('taken: maximum-changed')
  })
})

describe('an amount that does not lower the maximum', () => {
  test('is a raise, or no change', () => {
    expect(after(lower(ADA, 4_000_00))).toMatchObject({ events: [{ amount: 4_000_00, change: 'raised' }] })
    expect(codeOf(after(lower(ADA, 3_000_00)))).toBe('maximum-not-raised')
  })

  test('counts against the limit like any raise', () => {
    const limit = { limit: 3_500_00, committedElsewhere: 0, totalOf: (price: number) => price }
    expect(codeOf(after(lower(ADA, 4_000_00, { limit })))).toBe('over-bidding-limit')
  })
})

describe('lowering is refused', () => {
  test('for anyone who does not lead: their maximum is no longer active', () => {
    expect(codeOf(after(lower(BORIS, 800_00)))).toBe('no-live-maximum')
    expect(codeOf(after(lower(BORIS, null)))).toBe('no-live-maximum')
    expect(codeOf(answer(TIMED, [], '10:30', lower(ADA, 800_00)))).toBe('no-live-maximum')
  })

  test('for anyone who may not bid, on a lot that is not open, and with a used bid id, in this order', () => {
    const both = { ineligible: 'suspended', bidIdReused: true } as const
    expect(after(lower(ADA, null, both), '11:00')).toEqual({
      ok: false,
      rejection: { code: 'not-eligible', why: 'suspended' },
    })
    expect(codeOf(after(lower(ADA, null, { bidIdReused: true }), '11:00'))).toBe('lot-closed')
    expect(codeOf(after(lower(BORIS, null, { bidIdReused: true })))).toBe('bid-id-reused')
  })
})
