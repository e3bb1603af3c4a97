// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { standing } from '../lot.test-support.ts'
import { ConsoleBlock } from './admin-block.tsx'

afterEach(cleanup)

const DAY_MS = 86_400_000
const DESK = {
  lastBids: new Map(),
  followers: null,
  online: null,
  warnings: new Map(),
  reserves: new Map(),
  ownLots: new Set<string>(),
  readAgain: () => undefined,
}

const lot = (id: string, lotNumber: number): LotSummary => ({
  id,
  lotNumber,
  auctionId: 'a',
  vehicleId: 'v',
  title: `Camry ${lotNumber}`,
  currency: 'USD',
  heroPhoto: null,
  opensAt: 1,
  scheduledCloseAt: null,
  closedAt: null,
})

function openBlock(statuses: readonly Standing['status'][]) {
  const lots = statuses.map((_, index) => lot(`lot-${index}`, 1 + index))
  const standings = new Map(lots.map(({ id }, index) => [id, standing({ lotId: id, status: statuses[index]! })]))
  const fixed = { auctionId: 'a', currency: 'USD', desk: DESK, mayTakeAction: true, onSpeak: () => undefined }
  render(<ConsoleBlock {...fixed} startsAt={Date.now() + DAY_MS} lots={lots} standings={standings} />)
}

test('before a live auction its console says when the first lot opens; between two lots, that the next one is about to', () => {
  openBlock(['scheduled', 'scheduled'])
  expect(screen.getByText(/^The first lot opens .+, in /)).toBeTruthy()
  cleanup()
  openBlock(['sold', 'scheduled'])
  expect(screen.getByText('The next lot opens in a moment.')).toBeTruthy()
})

test('the console says what the last lot sold for, and to whom, until the next one ends', () => {
  openBlock(['sold', 'scheduled'])
  expect(screen.getByText(/^Sold for \$[\d,]+ to paddle /)).toBeTruthy()
})
