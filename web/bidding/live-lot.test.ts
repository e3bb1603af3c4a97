import { describe, expect, it } from 'vitest'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { LotMessage } from '#contract/bidding/feed.ts'
import { afterAnswer, afterMessage, afterReading, mergeLines, positionIn } from './live-lot.ts'
import { ADA, answer, BORIS, live, standing } from './lot.test-support.ts'

function message(from: number, changes: Parameters<typeof standing>[0], lines: LedgerLine[] = []): LotMessage {
  return { type: 'lot', serverTime: 10, from, standing: standing(changes), lines }
}

describe('a lot that moves', () => {
  it('never takes a price back for a message that comes late', () => {
    const held = live({ sequence: 9, price: 500000 })
    expect(afterMessage(held, message(4, { sequence: 5, price: 400000 }))).toEqual({ live: held, gap: false })
  })

  it('never takes a price back for a reading that was overtaken by the feed', () => {
    const held = live({ sequence: 9, price: 500000 })
    expect(afterReading(held, live({ sequence: 8, price: 450000 })).standing.price).toBe(500000)
    expect(afterReading(held, live({ sequence: 10, price: 550000 })).standing.price).toBe(550000)
  })

  it('never takes a price back for the repeated answer to an older bid', () => {
    const held = live({ sequence: 9, price: 500000 })
    expect(afterAnswer(held, answer({ sequence: 6, price: 405000 }), undefined).standing.price).toBe(500000)
  })

  it('takes a price back where bids were voided, because the sequence continues', () => {
    const held = live({ sequence: 9, price: 500000 })
    expect(afterMessage(held, message(9, { sequence: 10, price: 400000 })).live.standing.price).toBe(400000)
  })

  it('sees a gap when lines between are missing, and shows the newer standing all the same', () => {
    const patched = afterMessage(live({ sequence: 5 }), message(7, { sequence: 8, price: 480000 }))
    expect(patched.gap).toBe(true)
    expect(patched.live.standing.price).toBe(480000)
  })

  it('sees no gap where the answer to an own bid came before the message', () => {
    const held = afterAnswer(live({ sequence: 5 }), answer({ sequence: 6 }), undefined)
    expect(afterMessage(held, message(5, { sequence: 6, leader: ADA })).gap).toBe(false)
  })

  it('shows the leader that someone passed them', () => {
    const held = live({ leader: ADA }, { position: 'leading' })
    expect(afterMessage(held, message(5, { sequence: 6, leader: BORIS })).live.you.position).toBe('outbid')
  })

  it('counts a bid that was answered immediately as outbid', () => {
    const refused = answer({
      leading: false,
      reason: { code: 'answered-by-proxy', by: BORIS, price: 410000, increment: 5000, nextBid: 415000 },
    })
    const after = afterAnswer(live(), refused, undefined)
    expect(after.you.position).toBe('outbid')
    expect(after.standing.leader).toBe(BORIS)
  })

  it('knows won from lost at the hammer', () => {
    expect(positionIn(standing({ status: 'sold', leader: ADA }), ADA, true)).toBe('won')
    expect(positionIn(standing({ status: 'sold', leader: BORIS }), ADA, true)).toBe('lost')
    expect(positionIn(standing({ status: 'sold', leader: BORIS }), ADA, false)).toBe('none')
  })

  it('keeps each line of the history once, newest first', () => {
    const line = (sequence: number): LedgerLine => ({ sequence, at: sequence, type: 'opened' })
    expect(mergeLines([line(2), line(1)], [line(2), line(3)]).map((each) => each.sequence)).toEqual([3, 2, 1])
  })
})
