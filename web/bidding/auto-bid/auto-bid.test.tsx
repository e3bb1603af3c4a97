import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { AutoBid } from './auto-bid.tsx'
import type { SecondPress } from '../bid/bid-confirmation.ts'
import type { Ask } from '../bid/bid-message.ts'
import { live } from '../lot.test-support.ts'

const COSTS = {
  version: 'one',
  bidUnit: 100,
  premium: [{ from: 0, basisPoints: 1000 }],
  fixedFees: [{ label: 'Gate', amount: 45_00 }],
  taxBasisPoints: 800,
  taxByKind: { hammer: null, premium: null, fee: null, 'late-fee': 0, storage: null },
  taxLabel: 'Sales tax',
  lateFee: 0,
  storage: { freeDays: 7, perDay: 0 },
}

let asks: Ask[]

const second: SecondPress = {
  press: (ask) => void asks.push(ask),
  waiting: null,
  confirm: () => undefined,
  cancel: () => undefined,
}

beforeEach(() => {
  asks = []
  vi.stubGlobal('fetch', async () => Response.json(COSTS))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(you: Parameters<typeof live>[1] = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AutoBid live={live({}, you)} currency="USD" sending={false} second={second} recorded={null} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('switch', { name: 'My maximum includes fees and tax' }))
  await vi.waitFor(() => expect(screen.getByLabelText('Maximum total spend')).toBeTruthy())
}

function spend(sum: string) {
  fireEvent.change(screen.getByLabelText('Maximum total spend'), { target: { value: sum } })
}

const amounts = () => screen.getAllByRole('definition').map((one) => Number(one.textContent?.replaceAll(/[^\d.]/g, '')))

test('a total spend becomes the highest maximum that fits, with every line shown', async () => {
  await open()
  spend('10,000')
  // 8,376 × 1.1 + 45 = 9,258.60, with tax 9,999.29; one dollar more would be 10,000.48.
  const button = await screen.findByRole('button', { name: 'Set auto-bid of $8,376' })
  expect(screen.getByRole('status').textContent).toBe('Your maximum: $8,376')
  expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual([
    'Hammer price',
    'Buyer’s premium',
    'Gate',
    'Sales tax',
    'Maximum total',
  ])
  const [hammer, premium, gate, tax, total] = amounts()
  expect([hammer, premium, gate]).toEqual([8376, 837.6, 45])
  expect(total).toBeCloseTo(hammer! + premium! + gate! + tax!, 2)
  expect(total).toBeLessThanOrEqual(10_000)
  fireEvent.click(button)
  expect(asks).toEqual([{ kind: 'maximum', amount: 837_600 }])
})

test('transport is deducted first, as a line that isn’t on the invoice', async () => {
  await open()
  spend('10000')
  fireEvent.change(screen.getByLabelText('Transport budget'), { target: { value: '600' } })
  await screen.findByRole('button', { name: 'Set auto-bid of $7,871' })
  expect(screen.getByText('Transport')).toBeTruthy()
  expect(screen.getByText(/The invoice excludes transport/)).toBeTruthy()
})

test('a sum below the cost of the next bid says so, and no maximum can be set', async () => {
  await open()
  spend('4860')
  expect(await screen.findByRole('button', { name: 'Set auto-bid of $4,050' })).toHaveProperty('disabled', false)
  expect(screen.getByText(/This uses your full budget/)).toBeTruthy()
  spend('4859.99')
  expect(await screen.findByText(/That’s too low. The minimum bid of \$4,050 costs/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Set auto-bid' })).toHaveProperty('disabled', true)
})

test('the leader can lower their maximum by entering a smaller sum, but not below the price', async () => {
  await open({ position: 'leading', maximum: 900_000 })
  spend('10000')
  fireEvent.click(await screen.findByRole('button', { name: 'Lower maximum to $8,376' }))
  expect(asks).toEqual([{ kind: 'lower', amount: 837_600 }])
  spend('20000')
  expect(await screen.findByRole('button', { name: /^Raise maximum to \$16,7/ })).toBeTruthy()
  spend('3000')
  expect(await screen.findByText(/minimum bid of \$4,000/)).toBeTruthy()
})
