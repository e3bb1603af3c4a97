import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LotSummary } from '#contract/lots/lots.ts'
import { LotSummaryPage } from './lot-summary-page.tsx'

vi.mock('#web/platform/session.tsx', () => ({ useUser: () => ({ user: null }) }))

afterEach(cleanup)

const LOT_SUMMARY: LotSummary = {
  id: '01900000-0000-7000-8000-000000000001',
  lotNumber: 7,
  auctionId: '01900000-0000-7000-8000-000000000002',
  vehicleId: '01900000-0000-7000-8000-000000000003',
  title: '2015 Kiri Urban',
  heroPhoto: null,
  opensAt: 1000,
  scheduledCloseAt: 2000,
  closedAt: null,
}

test('a visitor can verify the result of a closed lot, and sees nothing to verify while it is open', () => {
  const ledger = <p>The ledger</p>
  const { rerender } = render(<LotSummaryPage lotSummary={LOT_SUMMARY} ledger={ledger} />)
  expect(screen.queryByText('The ledger')).toBeNull()
  rerender(<LotSummaryPage lotSummary={{ ...LOT_SUMMARY, closedAt: 2000 }} ledger={ledger} />)
  expect(screen.getByText('The ledger')).toBeTruthy()
})
