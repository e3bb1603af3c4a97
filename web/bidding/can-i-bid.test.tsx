// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CAN_BID, mayBid } from '#contract/bidding/can-bid.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import { CanIBid, CanIBidLabel, isBarred, wordsOfEligibility } from './can-i-bid.tsx'
import { LOT_ID } from './lot.test-support.ts'

afterEach(cleanup)

const answer = (can: Eligibility['can'], overBy: number | null = null): Eligibility => ({ lotId: LOT_ID, can, overBy })

test('every answer has its own text', () => {
  const labels = CAN_BID.map((can) => wordsOfEligibility(answer(can, 5000), 'USD').label)
  expect(new Set(labels).size).toBe(CAN_BID.length)
})

test('over the limit it says by how much, and where to see what is committed', () => {
  render(<CanIBid eligibility={answer('over-limit', 250_000)} currency="USD" />)
  expect(screen.getByRole('heading').textContent).toBe('Over your limit by $2,500')
  expect(screen.getByRole('link', { name: 'View commitments' }).getAttribute('href')).toBe('/my-bids')
})

test('a person who waits for the identity check gets a link to set a pending bid', () => {
  render(<CanIBid eligibility={answer('await-check')} currency="USD" />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/verification-pending')
})

test('a label says it in words, not by color alone', () => {
  render(<CanIBidLabel eligibility={answer('own-lot')} currency="USD" />)
  expect(screen.getByText('Your own vehicle')).toBeTruthy()
})

test('what prevents a bid is about the person or the lot, never neither', () => {
  const lotsOwn: Eligibility['can'][] = ['no-such-lot', 'not-open', 'paused', 'closed', 'withdrawn']
  for (const can of CAN_BID) {
    expect([can, mayBid(answer(can)), isBarred(answer(can)), lotsOwn.includes(can)].filter((x) => x === true)).toEqual([
      true,
    ])
  }
})
