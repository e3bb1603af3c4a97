import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MyBid } from '#contract/bidding/my-bids.ts'
import { standing } from '#web/bidding/lot.test-support.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { detail, ID, invoice } from './invoice.test-support.ts'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const COUNTS = { leading: 0, outbid: 0, won: 25, lost: 0, watching: 0 }
const lotId = (at: number) => `0190a000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`

function won(at: number): MyBid {
  return {
    lotId: lotId(at),
    lotNumber: 1000 + at,
    title: '2010 Kiri Urban',
    heroPhoto: null,
    currency: 'USD',
    standing: standing({ lotId: lotId(at), status: 'sold', leader: person().paddle }),
    position: 'won',
    maximum: null,
    eligibility: { lotId: lotId(at), can: 'not-open', overBy: null },
  }
}

test('what is left to pay says so, unless a payment for it is under way', async () => {
  const [due, waiting] = [
    invoice({ lotId: lotId(0), state: 'issued' }),
    invoice({ id: '00000000-0000-4000-8000-000000000901', lotId: lotId(1), state: 'issued', pendingPayment: ID }),
  ]
  openApp('/my-bids?position=won', person(), {
    '/api/my-bids': { items: [won(0), won(1)], next: null, counts: COUNTS, currency: 'USD', committed: 0, limit: null },
    '/api/invoices': { items: [waiting, due], next: null, owed: [], credit: [] },
  })
  expect((await screen.findByRole('link', { name: 'Pay $1,000.00' })).getAttribute('href')).toContain(due.id)
  expect(screen.getByRole('link', { name: 'View payment' }).getAttribute('href')).toContain(waiting.id)
})

test('every lot that was won has its invoice, however many newer ones there are', async () => {
  const lots = Array.from({ length: 22 }, (_, at) => won(at))
  const unpaid = invoice({ lotId: lotId(0), state: 'issued' })
  const paid = invoice({ id: '00000000-0000-4000-8000-000000000901', lotId: lotId(21), state: 'paid', owed: 0 })
  const of = (url: string) => [unpaid, paid].filter((each) => url.includes(each.lotId!))
  const { fetched } = openApp('/my-bids?position=won', person(), {
    '/api/my-bids': { items: lots, next: null, counts: COUNTS, currency: 'USD', committed: 0, limit: null },
    // The newest of them are of other lots.
    '/api/invoices': (url: string) => ({
      items: of(url),
      next: url.includes('lots=') ? null : ID,
      owed: [],
      credit: [],
    }),
    [`/api/invoices/${paid.id}`]: detail(paid),
  })
  expect((await screen.findByRole('link', { name: 'Pay $1,000.00' })).getAttribute('href')).toContain(unpaid.id)
  expect((await screen.findByRole('link', { name: 'View invoice' })).getAttribute('href')).toContain(paid.id)
  expect(screen.getAllByText('Your invoice is on its way.')).toHaveLength(20)
  const asked = fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.startsWith('/api/invoices?'))
  expect(asked).toHaveLength(2)
})
