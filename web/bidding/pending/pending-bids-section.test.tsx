// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { costOf } from '#contract/invoices/costs.ts'
import type { PendingBid } from '#contract/bidding/pending-bids.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { TERMS } from '#web/shell/stage.test-support.tsx'
import { LOT_ID } from '../lot.test-support.ts'
import { PendingBids } from './pending-bids-section.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const OTHER_ID = '0190a000-0000-7000-8000-000000000003'
const CLOSING_ID = '0190a000-0000-7000-8000-000000000004'
const AUCTION_ID = '0190a000-0000-7000-8000-000000000009'

function lotSummary(id: string, lotNumber: number, title: string, scheduledCloseAt = 9e12) {
  const [auctionId, vehicleId] = [AUCTION_ID, id]
  return { id, lotNumber, auctionId, vehicleId, title, currency: 'EUR', heroPhoto: null, opensAt: 0, scheduledCloseAt }
}

const PENDING: PendingBid = {
  lotId: LOT_ID,
  lotNumber: 1042,
  title: '2010 Kiri Urban',
  heroPhoto: null,
  currency: 'USD',
  opensAt: 0,
  scheduledCloseAt: 9e12,
  maximum: 500_000,
  pendingSince: 1,
  waitsFor: 'check',
}

const COSTS = { ...TERMS, bidUnit: 100 }

let pending: PendingBid[]
let refusal: Response | null
let sent: { method: string; url: string; body: unknown }[]

beforeEach(() => {
  pending = []
  refusal = null
  sent = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { method = 'GET' } = init
    const body = init.body === undefined ? null : (JSON.parse(String(init.body)) as { maximum: number })
    if (method !== 'GET') {
      sent.push({ method, url, body })
      if (refusal !== null) return Promise.resolve(refusal)
      pending = body === null ? [] : [{ ...PENDING, maximum: body.maximum }]
      return Promise.resolve(Response.json(body === null ? { ok: true } : pending[0]))
    }
    if (url === '/api/pending-bids') return Promise.resolve(Response.json({ items: pending }))
    if (url.startsWith('/api/lots?'))
      return Promise.resolve(
        Response.json({
          items: [
            lotSummary(CLOSING_ID, 1041, '2008 Kiri Urban', Date.now() - 1000),
            lotSummary(LOT_ID, 1042, '2010 Kiri Urban'),
            lotSummary(OTHER_ID, 1043, '2014 Mule Cargo'),
          ],
          next: null,
        }),
      )
    return Promise.resolve(Response.json(url.endsWith('/costs') ? COSTS : TERMS))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PendingBids />
    </QueryClientProvider>,
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function addPending(amount: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Set pending bid on lot 1042' }))
  fireEvent.change(screen.getByLabelText('Your maximum for lot 1042'), { target: { value: amount } })
  fireEvent.click(screen.getByRole('button', { name: 'Set pending bid' }))
}

test('a pending bid is set on a lot, changed, and withdrawn', async () => {
  await addPending('5000')
  const mine = within(
    (await screen.findByRole('heading', { name: /Your pending bids/ })).nextElementSibling as HTMLElement,
  )
  expect(sent).toEqual([{ method: 'PUT', url: `/api/lots/${LOT_ID}/pending-bid`, body: { maximum: 500_000 } }])
  // It appears once: above, and no longer among the lots on offer.
  expect(screen.queryByRole('button', { name: 'Set pending bid on lot 1042' })).toBeNull()
  fireEvent.change(mine.getByLabelText('Your maximum for lot 1042'), { target: { value: '6000' } })
  fireEvent.click(mine.getByRole('button', { name: 'Change bid' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ maximum: 600_000 }))
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw bid' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Your pending bids/ })).toBeNull())
  expect(sent.at(-1)?.method).toBe('DELETE')
})

test('a total spend sets the pending maximum, with every line shown', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Set pending bid on lot 1042' }))
  fireEvent.click(screen.getByRole('switch', { name: 'My maximum includes fees and tax' }))
  const spend = await screen.findByLabelText('Maximum total spend')
  fireEvent.change(spend, { target: { value: '40' } })
  expect(await screen.findByText(/That’s too low/)).toBeTruthy()
  fireEvent.change(spend, { target: { value: '6000' } })
  const button = await screen.findByRole('button', { name: /^Set pending bid of/ })
  const amount = Number(button.textContent!.replaceAll(/\D/g, '')) * 100
  expect(costOf(amount, COSTS).total).toBeLessThanOrEqual(600_000)
  expect(costOf(amount + COSTS.bidUnit, COSTS).total).toBeGreaterThan(600_000)
  fireEvent.click(button)
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ maximum: amount }))
})

test('a refusal is shown next to the amount', async () => {
  const words = 'This lot has closed. The bid came too late.'
  refusal = Response.json({ code: 'lot-closed', message: words, requestId: 'r' }, { status: 409 })
  await addPending('5000')
  expect(await screen.findByText(words)).toBeTruthy()
})

test('the page shows no price, nor a way to one', async () => {
  await screen.findByText('2014 Mule Cargo')
  expect(document.body.textContent).not.toMatch(/\$|€|next bid/i)
  expect(document.querySelector('a[href^="/lot/"]')).toBeNull()
})

test('the amount is in the currency of the lot’s auction', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Set pending bid on lot 1043' }))
  fireEvent.change(screen.getByLabelText('Your maximum for lot 1043'), { target: { value: '700' } })
  expect(screen.getByText(/Up to €700/)).toBeTruthy()
})

test('a lot that is closing is not offered', async () => {
  expect(await screen.findByRole('button', { name: 'Set pending bid on lot 1042' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set pending bid on lot 1041' })).toBeNull()
})
