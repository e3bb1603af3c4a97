import { describe, expect, test } from 'vitest'
import type { Command, DeskEntry } from './command.ts'
import { ADA, answer, BORIS, codeOf, firm, lotAfter, maximum, TIMED, upTo } from './saleroom.test-support.ts'

const LED: [string, Command][] = [['10:05', maximum(ADA, 3_000_00)]]
/** Bidding opened, and Ada's bid. */
const STANDS = 2

function entered(bid: Command, entry: DeskEntry): Command {
  if (bid.type !== 'firm-bid' && bid.type !== 'maximum') throw new Error('Only bids are entered')
  return { ...bid, entry }
}

describe('a bid that the auctioneer enters for a client', () => {
  test('carries its mark on the record, and a bid placed online carries none', () => {
    for (const mark of ['floor', 'phone'] as const) {
      const { events } = lotAfter(TIMED, ...LED, ['10:06', entered(firm(BORIS, 600_00), { mark, seen: STANDS })])
      expect(events.at(-1)).toMatchObject({ type: 'bid-placed', bidder: BORIS, kind: 'firm', mark })
    }
    expect(lotAfter(TIMED, ...LED).events.at(-1)).not.toHaveProperty('mark')
  })

  test('an absentee bid is a maximum, sealed like any other, also where its client raises it', () => {
    const mark = 'absentee'
    const { events } = lotAfter(
      TIMED,
      ...LED,
      ['10:06', entered(maximum(BORIS, 5_000_00), { mark })],
      ['10:07', entered(maximum(BORIS, 6_000_00), { mark })],
      ['10:08', maximum(BORIS, 7_000_00)],
    )
    expect(events.at(-3)).toMatchObject({ type: 'bid-placed', kind: 'maximum', mark })
    expect(events.at(-2)).toMatchObject({ type: 'maximum-changed', change: 'raised', mark })
    expect(events.at(-1)).not.toHaveProperty('mark')
  })

  test('says nothing about a higher maximum of the client: an absentee bid up to it changes nothing and is answered as a raise is', () => {
    const absentee = (amount: number, limit?: number) =>
      answer(
        TIMED,
        [...LED, ['10:06', firm(BORIS, 600_00)]],
        '10:07',
        entered(maximum(ADA, amount, limit === undefined ? {} : { limit: upTo(limit) }), { mark: 'absentee' }),
      )
    expect(absentee(2_000_00)).toEqual({ ok: true, events: [] })
    expect(absentee(3_000_00)).toEqual({ ok: true, events: [] })
    expect(codeOf(absentee(3_100_00))).toBe('taken: maximum-changed')
    // The price is public; and the limit is compared with what was entered, whatever the client has set.
    expect(codeOf(absentee(600_00))).toBe('maximum-not-raised')
    expect(codeOf(absentee(2_000_00, 1_900_00))).toBe('over-bidding-limit')
    expect(codeOf(absentee(2_000_00, 2_000_00))).toBe('taken: ')
    expect(codeOf(absentee(3_100_00, 1_900_00))).toBe('over-bidding-limit')
  })

  test('has no priority: the standing is the same as after the same bid online', () => {
    const { state } = lotAfter(TIMED, ...LED, ['10:06', entered(firm(BORIS, 3_000_00), { mark: 'phone' })])
    expect(state).toEqual(lotAfter(TIMED, ...LED, ['10:06', firm(BORIS, 3_000_00)]).state)
    expect(state.leader).toEqual(ADA)
  })

  test('is refused where the lot has moved since the auctioneer saw it, in either direction', () => {
    for (const seen of [STANDS - 1, STANDS + 1])
      expect(codeOf(answer(TIMED, LED, '10:06', entered(firm(BORIS, 600_00), { mark: 'floor', seen })))).toBe(
        'standing-moved',
      )
    const first = entered(firm(BORIS, 600_00), { mark: 'floor', seen: 0 })
    expect(codeOf(answer(TIMED, [], '10:06', first))).toBe('taken: opened, bid-placed')
    expect(codeOf(answer(TIMED, LED, '10:06', first))).toBe('standing-moved')
  })

  test('is refused for eligibility, time and a used id first, and for its amount and the limit after', () => {
    const moved: DeskEntry = { mark: 'floor', seen: 0 }
    const low = (facts: Parameters<typeof firm>[2]) => entered(firm(BORIS, 1_00, facts), moved)
    expect(codeOf(answer(TIMED, LED, '10:06', low({ ineligible: 'suspended' })))).toBe('not-eligible')
    expect(codeOf(answer(TIMED, LED, '11:00', low({})))).toBe('lot-closed')
    expect(codeOf(answer(TIMED, LED, '10:06', low({ bidIdReused: true })))).toBe('bid-id-reused')
    expect(codeOf(answer(TIMED, LED, '10:06', low({ limit: upTo(1_00) })))).toBe('standing-moved')
    const seen = { mark: 'floor', seen: STANDS } as const
    expect(codeOf(answer(TIMED, LED, '10:06', entered(firm(BORIS, 1_00), seen)))).toBe('below-next-bid')
    const limit = upTo(1_00)
    expect(codeOf(answer(TIMED, LED, '10:06', entered(firm(BORIS, 600_00, { limit }), seen)))).toBe(
      'over-bidding-limit',
    )
  })
})
