import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Correction } from '#contract/lots/corrections.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { playServer } from '#web/shell/stage.test-support.tsx'
import { live } from './lot.test-support.ts'
import { WithdrawBid } from './withdraw-bid.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const UNTIL = Date.now() + 3_600_000
const CORRECTION: Correction = {
  id: '0190a000-0000-7000-8000-00000000000c',
  at: 1,
  reason: 'A digit was missing',
  changes: [{ field: 'odometer', name: 'Odometer', before: '59,291 mi', after: '159,291 mi' }],
  isMaterial: true,
  withdrawUntil: UNTIL,
}
const PATH = '/api/lots/lot-1/bid-withdrawal'

function open(correction: Correction, until: number | null, position: 'leading' | 'outbid' = 'leading') {
  const lot = { id: 'lot-1', corrections: [correction] } as Partial<Lot> as Lot
  const held = live({ status: 'open' })
  const fetched = playServer({ [PATH]: { until } })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WithdrawBid lot={lot} live={{ ...held, you: { ...held.you, position } }} />
    </QueryClientProvider>,
  )
  return (method: string) =>
    fetched.mock.calls.filter(([url, init]) => url === PATH && (init?.method ?? 'GET') === method)
}

test('the high bidder reads what was corrected, and withdraws in one press', async () => {
  const sent = open(CORRECTION, UNTIL)
  const button = await screen.findByRole('button', { name: 'Withdraw bid' })
  expect(screen.getByText(/Odometer: 59,291 mi → 159,291 mi/)).toBeTruthy()
  fireEvent.click(button)
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
})

test('no one else can, nor a high bidder whose time is over or who has bid since', async () => {
  expect(open(CORRECTION, UNTIL, 'outbid')('GET')).toHaveLength(0)
  expect(open({ ...CORRECTION, withdrawUntil: Date.now() - 1 }, null)('GET')).toHaveLength(0)
  const asked = open(CORRECTION, null)
  await waitFor(() => expect(asked('GET')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Withdraw bid' })).toBeNull()
})
