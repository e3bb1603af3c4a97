// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { MyBid } from '#contract/bidding/my-bids.ts'
import type { PendingBid } from '#contract/bidding/pending-bids.ts'
import type { FeedHandler } from '#web/platform/feed.ts'
import { createQueryClient, USER_KEY } from '#web/platform/query.ts'
import { person, TERMS } from '#web/shell/stage.test-support.tsx'
import { ADA, answer, BORIS, LOT_ID, standing } from '../lot.test-support.ts'
import { MyBids } from './my-bids-screen.tsx'

const handlers = new Set<FeedHandler>()
vi.mock('#web/platform/feed.ts', () => ({
  useFeed: (_: object, handler: FeedHandler) => {
    handlers.add(handler)
    return { status: 'live', since: 0 }
  },
}))

const OTHER_ID = '0190a000-0000-7000-8000-000000000003'
const POWER = {
  currency: 'USD',
  limit: 6_000_000,
  free: 5_500_000,
  committed: 500_000,
  atRisk: 500_000,
  inNegotiations: 0,
  owed: 0,
  others: [],
  auctions: [],
}
const NONE_OUTBID = { leading: 1, outbid: 0, won: 0, lost: 0, watching: 4 }

function bid(changes: Partial<MyBid> = {}): MyBid {
  return {
    lotId: LOT_ID,
    lotNumber: 1042,
    title: '2010 Kiri Urban',
    heroPhoto: null,
    currency: 'USD',
    standing: standing({ leader: ADA, closesAt: Date.now() + 3_600_000 }),
    position: 'leading',
    maximum: 500_000,
    eligibility: { lotId: changes.lotId ?? LOT_ID, can: 'bid', overBy: null },
    ...changes,
  }
}

const outbid = (changes: Partial<MyBid> = {}) =>
  bid({ standing: standing({ closesAt: Date.now() + 3_600_000 }), position: 'outbid', maximum: null, ...changes })

let sent: { method: string; url: string; body: unknown }[]
let pages: Record<string, MyBid[][]>
let replies: Response[]
let pending: PendingBid[]
let counts: typeof NONE_OUTBID

beforeEach(() => {
  handlers.clear()
  sent = []
  replies = []
  pending = []
  counts = NONE_OUTBID
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({
      method: init.method ?? 'GET',
      url,
      body: init.body === undefined ? null : JSON.parse(String(init.body)),
    })
    if (init.method !== 'GET') return Promise.resolve(replies.shift() ?? Response.json(answer()))
    if (url === '/api/pending-bids') return Promise.resolve(Response.json({ items: pending }))
    if (url === '/api/buying-power') return Promise.resolve(Response.json(POWER))
    if (url === '/api/company-terms' || url.endsWith('/costs')) return Promise.resolve(Response.json(TERMS))
    const query = new URLSearchParams(url.split('?')[1])
    const list = pages[query.get('position') ?? ''] ?? [[]]
    const at = Number(query.get('cursor') ?? 0)
    const next = at + 1 < list.length ? String(at + 1) : null
    return Promise.resolve(Response.json({ items: list[at], next, counts, committed: 0, limit: null }))
  })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

function open(position: string | null, lists: typeof pages) {
  pages = lists
  history.replaceState(null, '', position === null ? '/my-bids' : `/my-bids?position=${position}`)
  const client = createQueryClient()
  localStorage.setItem('authToken', 'a token')
  client.setQueryData(USER_KEY, person({ paddle: ADA }))
  render(
    <QueryClientProvider client={client}>
      <MyBids settlementOf={() => <p>Paid</p>} />
    </QueryClientProvider>,
  )
}

const deliver = (message: FeedMessage) => act(() => handlers.forEach((handler) => handler(message, false)))

test('tabs show their counts below the buying power meter', async () => {
  open('leading', { leading: [[bid()]] })
  expect(await screen.findByText('2010 Kiri Urban')).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: 'Position' }))
  expect(tabs.getAllByRole('button').map((tab) => tab.textContent)).toEqual([
    'Leading1',
    'Outbid0',
    'Won0',
    'Lost0',
    'Watching4',
  ])
  expect(await screen.findByRole('heading', { name: 'Buying power' })).toBeTruthy()
})

test('opens on the lots where the person was outbid, or else on those they lead', async () => {
  counts = { ...NONE_OUTBID, outbid: 1 }
  open(null, { outbid: [[outbid()]], leading: [[bid({ title: '2014 Mule Cargo' })]] })
  expect(await screen.findByText('2010 Kiri Urban')).toBeTruthy()
  cleanup()
  counts = NONE_OUTBID
  open(null, { outbid: [[]], leading: [[bid({ title: '2014 Mule Cargo' })]] })
  expect(await screen.findByText('2014 Mule Cargo')).toBeTruthy()
})

test('a lot that was won shows what is left to do', async () => {
  open('won', { won: [[bid({ position: 'won', standing: standing({ status: 'sold', leader: ADA }) })]] })
  expect(await screen.findByText('Paid')).toBeTruthy()
})

test('an empty tab says what belongs there and what to do', async () => {
  open('won', {})
  expect(await screen.findByRole('heading', { name: 'No wins yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse lots' })).toBeTruthy()
})

test('a leader sees how far their maximum can be lowered, lowers it in place, and reads why it was refused', async () => {
  open('leading', { leading: [[bid()]] })
  expect(await screen.findByText(/You can lower it to \$4,000, the current price/)).toBeTruthy()
  const field = screen.getByLabelText('New maximum')
  fireEvent.change(field, { target: { value: '3900' } })
  expect(screen.getByText('You can’t lower it below $4,000.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '4200' } })
  const refusal = { code: 'maximum-committed', message: 'No.', requestId: 'r', details: { committed: 430_000 } }
  replies = [Response.json(refusal, { status: 409 })]
  fireEvent.click(screen.getByRole('button', { name: 'Lower maximum' }))
  expect(await screen.findByText('You can’t lower your maximum below $4,300.')).toBeTruthy()
  const put = sent.find(({ method }) => method === 'PUT')
  expect(put).toMatchObject({ url: `/api/lots/${LOT_ID}/maximum`, body: { amount: 420_000 } })
})

test('a bid that was voided, on a lot without another, isn’t called outbid', async () => {
  open('outbid', { outbid: [[outbid({ standing: standing({ price: null, leader: null }) })]] })
  expect(await screen.findByText('Your bid no longer counts')).toBeTruthy()
  expect(screen.queryByText('You’ve been outbid')).toBeNull()
})

test('when outbid, the next bid is one press away, and another amount is next to it', async () => {
  open('outbid', { outbid: [[outbid()]] })
  fireEvent.click(await screen.findByRole('button', { name: 'Place bid of $4,050' }))
  expect(await screen.findByText('You passed paddle 1012. The price is $4,050.')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ kind: 'firm', amount: 405_000 })
  expect(screen.getByLabelText('Another amount')).toBeTruthy()
})

test('a bid that would be refused has no button; over the limit, the list says by how much', async () => {
  open('outbid', { outbid: [[outbid({ eligibility: { lotId: LOT_ID, can: 'over-limit', overBy: 150_000 } })]] })
  expect(await screen.findByText('Over your limit by $1,500')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Place bid/ })).toBeNull()
  expect(screen.queryByText('Set auto-bid')).toBeNull()
})

test('a lot that someone else takes leaves the list of leads immediately', async () => {
  open('leading', { leading: [[bid()]] })
  expect(await screen.findByText('2010 Kiri Urban')).toBeTruthy()
  pages = { leading: [[]] }
  deliver({
    type: 'lot',
    serverTime: 1,
    from: 5,
    standing: standing({ sequence: 6, leader: BORIS, price: 510_000 }),
    lines: [],
  })
  await waitFor(() => expect(screen.queryByText('2010 Kiri Urban')).toBeNull())
})

test('long lists come page by page', async () => {
  const second = bid({ lotId: OTHER_ID, lotNumber: 1043, title: '2014 Mule Cargo' })
  open('leading', { leading: [[bid()], [second]] })
  fireEvent.click(await screen.findByRole('button', { name: 'Show more lots' }))
  expect(await screen.findByText('2014 Mule Cargo')).toBeTruthy()
  expect(screen.getByText('2010 Kiri Urban')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more lots' })).toBeNull()
})

test('a pending bid that waits for its lot to open is listed above and withdrawn in place', async () => {
  const opensAt = Date.now() + 3_600_000
  pending = [
    {
      lotId: OTHER_ID,
      lotNumber: 1077,
      title: '2014 Mule Cargo',
      heroPhoto: null,
      currency: 'USD',
      opensAt,
      scheduledCloseAt: opensAt + 3_600_000,
      maximum: 450_000,
      pendingSince: 1,
      waitsFor: 'opening',
    },
  ]
  open('leading', { leading: [[]] })
  const waiting = within(await screen.findByRole('region', { name: /Waiting to open/ }))
  expect(waiting.getByText(/^Opens .*Closes/)).toBeTruthy()
  expect((waiting.getByLabelText('Your maximum for lot 1077') as HTMLInputElement).value).toBe('4500')
  replies.push(Response.json({ ok: true }))
  pending = []
  fireEvent.click(waiting.getByRole('button', { name: 'Withdraw bid' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /Waiting to open/ })).toBeNull())
  expect(sent.find(({ method }) => method === 'DELETE')?.url).toBe(`/api/lots/${OTHER_ID}/pending-bid`)
})
