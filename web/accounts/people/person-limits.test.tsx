// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { PersonLimits } from './person-limits.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AUCTIONS = [
  { id: 'd', title: 'Springfield', currency: 'USD', state: 'scheduled' },
  { id: 'y', title: 'Osaka', currency: 'JPY', state: 'scheduled' },
]

function open(usual: number | null) {
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/api/company-terms')) return Promise.resolve(Response.json({ currency: 'USD' }))
    return Promise.resolve(Response.json({ items: url.startsWith('/api/auctions') ? AUCTIONS : [] }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PersonLimits accountId="p" usual={usual} mayChange />
    </QueryClientProvider>,
  )
}

test('the bidding limit is offered as the limit of an auction in its currency alone', async () => {
  open(500_000)
  await screen.findByText(/^None: the bidding limit counts in auctions in USD\./)
  fireEvent.click(screen.getByRole('button', { name: 'Set limit' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Limit (USD)')).value).toBe('5000.00')
  fireEvent.change(screen.getByLabelText('Auction'), { target: { value: 'y' } })
  expect(screen.getByLabelText<HTMLInputElement>('Limit (JPY)').value).toBe('0')
})

test('of a person without a bidding limit it says no more than that none is set', async () => {
  open(null)
  await screen.findByText('None.')
})
