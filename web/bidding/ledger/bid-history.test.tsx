// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { LotMessage } from '#contract/bidding/feed.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { liveParts } from '#contract/seo/first-answers.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { live, LOT_ID, standing } from '../lot.test-support.ts'
import { takeMessage } from '../use-live-lot.ts'
import { BidHistory } from './bid-history.tsx'

vi.mock('#web/lots/when-seen.tsx', async () => {
  const { Suspense } = await import('react')
  return { WhenSeen: ({ children }: { children: ReactNode }) => <Suspense>{children}</Suspense> }
})

const AT = Date.parse('2026-11-22T12:00:00Z')
const PLACED = { sequence: 2, at: AT, type: 'bid-placed', paddle: 101, kind: 'maximum', price: 50_000 } as const
const CLOSED = { sequence: 3, at: AT + 9000, type: 'closed', outcome: 'sold', sealed: { count: 2, head: '' } } as const
const change = (number: number, what: 'raised' | 'lowered') => {
  const line = {
    number,
    after: 2,
    at: AT + number,
    type: 'maximum-changed',
    paddle: 101,
    change: what,
    seal: '',
  } as const
  return { line, text: '', hash: '' }
}

let page: ReplyOf<typeof readLedger>

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(page)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const words = () => screen.getAllByRole('listitem').map((item) => item.querySelector('span')!.textContent)

test('when the lot closes, the history shows the changes that were sealed next to the bid they followed', async () => {
  page = { items: [{ line: PLACED }], next: null }
  const client = createQueryClient()
  client.setQueryData(liveParts(LOT_ID), live({ sequence: 2 }))
  render(
    <QueryClientProvider client={client}>
      <BidHistory lotId={LOT_ID} currency="USD" paddle={101} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(words()).toEqual(['Paddle 101 (you) set a maximum']))

  const sealed = [change(1, 'raised'), change(2, 'lowered')]
  page = { items: [{ line: CLOSED }, { line: PLACED, sealed }], next: null }
  const message: LotMessage = {
    type: 'lot',
    serverTime: AT + 9000,
    from: 2,
    standing: standing({ lotId: LOT_ID, sequence: 3, status: 'sold' }),
    lines: [CLOSED],
  }
  takeMessage(client, LOT_ID, message)
  await waitFor(() =>
    expect(words()).toEqual([
      'Sold',
      'Paddle 101 (you) lowered a sealed maximum',
      'Paddle 101 (you) raised a sealed maximum',
      'Paddle 101 (you) set a maximum',
    ]),
  )
})

test('a bid that the auctioneer entered shows how the client gave it', async () => {
  const marked = { ...PLACED, kind: 'firm', amount: 50_000, mark: 'phone' } as const
  const absent = { ...PLACED, sequence: 1, mark: 'absentee' } as const
  page = { items: [{ line: marked }, { line: absent }], next: null }
  const client = createQueryClient()
  client.setQueryData(liveParts(LOT_ID), live({ sequence: 2 }))
  render(
    <QueryClientProvider client={client}>
      <BidHistory lotId={LOT_ID} currency="USD" paddle={0} />
    </QueryClientProvider>,
  )
  const shown = ['Paddle 101 (by phone) bid $500', 'Paddle 101 (absentee) set a maximum']
  await waitFor(() => expect(words()).toEqual(shown))
})
