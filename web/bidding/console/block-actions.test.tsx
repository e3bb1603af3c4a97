// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LeaderWarning } from '#contract/bidding/auction-console.ts'
import { ADA, BORIS, standing } from '../lot.test-support.ts'
import { actionsOnBlock, actionWords, type OnBlock } from './block-actions.ts'
import { useBlockKeys } from './use-block-keys.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const SEEN = standing()

function block(accountStatus: LeaderWarning['accountStatus'], own: Partial<OnBlock> = {}): OnBlock {
  const warning = { lotId: SEEN.lotId, paddle: BORIS, accountStatus, isComplete: true, isOverLimit: false, overdue: 0 }
  return { standing: SEEN, warning, currency: 'USD', ...own }
}

test('a lot whose leader can’t win may be sold to the next in line or passed, and other lots only one of them', () => {
  const labels = (seen: OnBlock) => actionsOnBlock(seen).map((action) => actionWords(action, seen))
  const sale = ['Give fair warning', `Sell for $4,000 to paddle ${BORIS}`, 'Pause clock']
  expect(labels(block('active', { warning: undefined }))).toEqual(sale)
  expect(labels(block('active'))).toEqual(sale)
  for (const status of ['suspended', 'closed'] as const)
    expect(labels(block(status))).toEqual([
      'Give fair warning',
      'Sell to next in line',
      'Pass, nobody in line',
      'Pause clock',
    ])
  expect(labels(block('suspended', { standing: standing({ reserve: 'not-met' }) }))).toContain('Pass, reserve not met')
  expect(labels(block('active', { standing: standing({ leader: null, price: null }) }))).toContain('Pass, no bids')
})

/** Presses the hammer twice; the server gives this answer. */
async function hammer(answer: Response) {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['performance'] })
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  const onRefused = vi.fn()
  const { result } = renderHook(() => useBlockKeys(block('suspended'), onRefused))
  act(() => result.current.press('hammer'))
  vi.advanceTimersByTime(1000)
  await act(() => Promise.resolve(result.current.press('hammer')))
  await waitFor(() => expect(result.current.said).not.toBe(''))
  return { said: result.current.said, onRefused }
}

test('the auctioneer reads who got the lot instead of the leader, and why', async () => {
  const { said, onRefused } = await hammer(Response.json(standing({ status: 'sold', leader: ADA, price: 120_000 })))
  expect(said).toBe(`Sold for $1,200 to paddle ${ADA}. Paddle ${BORIS} was passed over: the account isn’t active.`)
  expect(onRefused).not.toHaveBeenCalled()
})

test('a refusal is shown, and what is known of the lot is read again', async () => {
  const refused = { message: 'No bid can win this lot.', code: 'nothing-to-hammer', requestId: 'r' }
  const { said, onRefused } = await hammer(Response.json(refused, { status: 409 }))
  expect(said).toContain('No bid can win this lot.')
  expect(onRefused).toHaveBeenCalledOnce()
})
