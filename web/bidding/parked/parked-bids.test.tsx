// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { costOf } from '#contract/costs.ts'
import type { ParkedBid } from '#contract/parked.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { TERMS } from '#web/shell/stage.test-model.tsx'
import { LOT_ID } from '../lot.test-fixture.ts'
import { ParkedBids } from './parked-bids.tsx'

vi.mock('#web/platform/feed.ts', () => ({ useFeed: () => undefined }))

const OTHER_ID = '0190a000-0000-7000-8000-000000000003'
const CLOSING_ID = '0190a000-0000-7000-8000-000000000004'
const SALE_ID = '0190a000-0000-7000-8000-000000000009'

function teaser(id: string, lotNumber: number, title: string, scheduledCloseAt = 9e12) {
  const [auctionId, vehicleId] = [SALE_ID, id]
  return { id, lotNumber, auctionId, vehicleId, title, heroPhoto: null, opensAt: 0, scheduledCloseAt }
}

const PARKED: ParkedBid = {
  lotId: LOT_ID,
  lotNumber: 1042,
  title: '2010 Kiri Urban',
  heroPhoto: null,
  currency: 'USD',
  opensAt: 0,
  scheduledCloseAt: 9e12,
  maximum: 500_000,
  parkedAt: 1,
  waitsFor: 'check',
}

const COSTS = { ...TERMS, bidUnit: 100 }

let parked: ParkedBid[]
let refusal: Response | null
let sent: { method: string; url: string; body: unknown }[]

beforeEach(() => {
  parked = []
  refusal = null
  sent = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { method = 'GET' } = init
    const body = init.body === undefined ? null : (JSON.parse(String(init.body)) as { maximum: number })
    if (method !== 'GET') {
      sent.push({ method, url, body })
      if (refusal !== null) return Promise.resolve(refusal)
      parked = body === null ? [] : [{ ...PARKED, maximum: body.maximum }]
      return Promise.resolve(Response.json(body === null ? { ok: true } : parked[0]))
    }
    if (url === '/api/parked-bids') return Promise.resolve(Response.json({ items: parked }))
    if (url === '/api/auctions') return Promise.resolve(Response.json({ items: [{ id: SALE_ID, currency: 'EUR' }] }))
    if (url.startsWith('/api/lots?'))
      return Promise.resolve(
        Response.json({
          items: [
            teaser(CLOSING_ID, 1041, '2008 Kiri Urban', Date.now() - 1000),
            teaser(LOT_ID, 1042, '2010 Kiri Urban'),
            teaser(OTHER_ID, 1043, '2014 Mule Cargo'),
          ],
          next: null,
        }),
      )
    return Promise.resolve(Response.json(url.endsWith('/costs') ? COSTS : TERMS))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ParkedBids />
    </QueryClientProvider>,
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function park(amount: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Leave a bid on lot 1042' }))
  fireEvent.change(screen.getByLabelText('Your maximum for lot 1042'), { target: { value: amount } })
  fireEvent.click(screen.getByRole('button', { name: 'Park this bid' }))
}

test('a bid is left on a lot, is changed, and is taken back', async () => {
  await park('5000')
  const mine = within(
    (await screen.findByRole('heading', { name: /Your parked bids/ })).nextElementSibling as HTMLElement,
  )
  expect(sent).toEqual([{ method: 'PUT', url: `/api/lots/${LOT_ID}/parked-bid`, body: { maximum: 500_000 } }])
  // It stands once: above, and not among the lots on offer any more.
  expect(screen.queryByRole('button', { name: 'Leave a bid on lot 1042' })).toBeNull()
  fireEvent.change(mine.getByLabelText('Your maximum for lot 1042'), { target: { value: '6000' } })
  fireEvent.click(mine.getByRole('button', { name: 'Change it' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ maximum: 600_000 }))
  fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Your parked bids/ })).toBeNull())
  expect(sent.at(-1)?.method).toBe('DELETE')
})

test('what can be spent in all leads to the maximum that is parked, with every line of it', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Leave a bid on lot 1042' }))
  fireEvent.click(screen.getByRole('switch', { name: 'I mean the total, with fees and tax' }))
  const spend = await screen.findByLabelText('Maximum total spend')
  fireEvent.change(spend, { target: { value: '40' } })
  expect(await screen.findByText(/That’s too low/)).toBeTruthy()
  fireEvent.change(spend, { target: { value: '6000' } })
  const button = await screen.findByRole('button', { name: /^Park a bid of/ })
  const amount = Number(button.textContent!.replaceAll(/\D/g, '')) * 100
  expect(costOf(amount, COSTS).total).toBeLessThanOrEqual(600_000)
  expect(costOf(amount + COSTS.bidUnit, COSTS).total).toBeGreaterThan(600_000)
  fireEvent.click(button)
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ maximum: amount }))
})

test('a refusal is read beside the amount', async () => {
  const words = 'This lot has closed. The bid came too late.'
  refusal = Response.json({ code: 'lot-closed', message: words, requestId: 'r' }, { status: 409 })
  await park('5000')
  expect(await screen.findByText(words)).toBeTruthy()
})

test('no price stands on the page, nor a way to one', async () => {
  await screen.findByText('2014 Mule Cargo')
  expect(document.body.textContent).not.toMatch(/\$|€|next bid/i)
  expect(document.querySelector('a[href^="/lot/"]')).toBeNull()
})

test('the amount is in the currency of the lot’s sale', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Leave a bid on lot 1043' }))
  fireEvent.change(screen.getByLabelText('Your maximum for lot 1043'), { target: { value: '700' } })
  expect(screen.getByText(/At most €700/)).toBeTruthy()
})

test('a lot that is closing is not offered', async () => {
  expect(await screen.findByRole('button', { name: 'Leave a bid on lot 1042' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Leave a bid on lot 1041' })).toBeNull()
})
