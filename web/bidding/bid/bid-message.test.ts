import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { type BidAnswer, changeMaximum, placeBid, type Reason } from '#contract/bidding/bidding.ts'
import { PROGRESS, wordsOfAnswer, wordsOfCode } from './bid-message.ts'

const ANSWER: BidAnswer = {
  bidId: '0190a000-0000-7000-8000-000000000001',
  lotId: '0190a000-0000-7000-8000-000000000002',
  at: 0,
  sequence: 4,
  leading: false,
  bought: false,
  price: 400000,
  nextBid: 405000,
  closesAt: null,
  extended: false,
  reserve: 'none',
  reason: null,
}

const REASONS: z.infer<typeof Reason>[] = [
  { code: 'first-bid', price: 100 },
  { code: 'took-the-lead', from: 12, price: 100, increment: 1 },
  { code: 'answered-by-proxy', by: 12, price: 100, increment: 1, nextBid: 200 },
  { code: 'earlier-equal-maximum', by: 12, price: 100, wouldHaveLed: 200 },
  { code: 'jumped-to-reserve', price: 100 },
  { code: 'completed-own-cap', price: 100, increment: 1 },
  { code: 'raised-own-price', price: 100 },
]

describe('what a bidder reads', () => {
  it('has words for every refusal of the contract', () => {
    const codes = [...placeBid.rejections, ...changeMaximum.rejections]
    const wordless = codes.filter((code) => !wordsOfCode(code, {}, 'USD')?.advice.endsWith('.'))
    expect(wordless).toEqual([])
  })

  it('has a different text for every reason', () => {
    const advices = REASONS.map(
      (reason) => wordsOfAnswer({ ...ANSWER, reason }, { kind: 'firm', amount: 1 }, 'USD').advice,
    )
    expect(new Set(advices).size).toBe(REASONS.length)
  })

  it('says who answered, by how much, and what is needed to continue', () => {
    const reason = { code: 'answered-by-proxy', by: 1012, price: 405000, increment: 5000, nextBid: 410000 } as const
    const words = wordsOfAnswer({ ...ANSWER, reason }, { kind: 'firm', amount: 400000 }, 'USD')
    expect(words.tone).toBe('bad')
    expect(words.advice).toContain('Paddle 1012')
    expect(words.advice).toContain('$50')
    expect(words.advice).toContain('$4,100')
  })

  it('says what would have led where the same maximum came first', () => {
    const reason = { code: 'earlier-equal-maximum', by: 1012, price: 400000, wouldHaveLed: 400100 } as const
    expect(wordsOfAnswer({ ...ANSWER, reason }, { kind: 'maximum', amount: 400000 }, 'USD').advice).toContain(
      '$4,001 would have led',
    )
  })

  it('names the next bid when the price has moved', () => {
    expect(wordsOfCode('below-next-bid', { nextBid: 435000 }, 'USD')?.advice).toContain('$4,350')
  })

  it('never calls an open outcome a refusal', () => {
    for (const words of Object.values(PROGRESS)) expect(words.tone).toBe('info')
    for (const code of ['busy', 'unknown-outcome', 'unavailable']) expect(wordsOfCode(code, {}, 'USD')).toBeNull()
  })

  it('leaves codes that do not belong to bidding to the server’s message', () => {
    expect(wordsOfCode('login-required', {}, 'USD')).toBeNull()
    expect(wordsOfCode('toString', {}, 'USD')).toBeNull()
  })
})
