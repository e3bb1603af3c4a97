import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LotPreview } from '#contract/lots/lots.ts'
import LotSummaryPage from './lot-summary-page.tsx'

vi.mock('#web/platform/session.tsx', () => ({ useUser: () => ({ user: null }) }))

afterEach(cleanup)

const LOT: LotPreview = {
  id: '01900000-0000-7000-8000-000000000001',
  lotNumber: 7,
  auctionId: '01900000-0000-7000-8000-000000000002',
  vehicleId: '01900000-0000-7000-8000-000000000003',
  title: '2015 Kiri Urban',
  currency: 'USD',
  heroPhoto: null,
  opensAt: 1000,
  scheduledCloseAt: 2000,
  closedAt: null,
  photos: [
    { url: '/photos/a-960.webp', view: 'front-left', width: 1200, height: 800, placeholder: null },
    { url: '/photos/b-960.webp', view: 'rear', width: 1200, height: 800, placeholder: null },
  ],
  odometer: { value: 64_601, unit: 'mi', status: 'actual' },
  titleBrand: 'clean',
  runState: 'drives',
  flaws: ['Stone chips on the hood'],
  isInspected: true,
}

test('a visitor can verify the result of a closed lot, and sees nothing to verify while it is open', () => {
  const ledger = <p>The ledger</p>
  const { rerender } = render(<LotSummaryPage lot={LOT} ledger={ledger} />)
  expect(screen.queryByText('The ledger')).toBeNull()
  rerender(<LotSummaryPage lot={{ ...LOT, closedAt: 2000 }} ledger={ledger} />)
  expect(screen.getByText('The ledger')).toBeTruthy()
})

test('a visitor sees all photos, the main facts and known flaws, and how to see the rest', () => {
  render(<LotSummaryPage lot={LOT} />)
  expect(screen.getByText('1 / 2')).toBeTruthy()
  expect(screen.getAllByLabelText(/photo \d of 2: open full screen/)).toHaveLength(2)
  for (const fact of ['64,601 mi, actual', 'Clean', 'Stone chips on the hood'])
    expect(screen.getByText(fact)).toBeTruthy()
  expect(screen.getByText(/prices, the bid history, the full report and documents/)).toBeTruthy()
})
