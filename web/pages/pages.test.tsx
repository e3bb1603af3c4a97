import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LotPreview } from '#contract/lots/lots.ts'
import { openApp } from '../shell/stage.test-support.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, { timeout: 4000 })

describe('every public page', () => {
  test.each([
    ['/how-it-works', 'How it works'],
    ['/support', 'Support'],
    ['/faq', 'Frequently asked questions'],
    ['/contact', 'Contact'],
    ['/message-status', 'Message status'],
    ['/bidding-guide', 'Bidding guide'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/refund', 'Refunds'],
    ['/about', 'About us'],
    ['/referral-program', 'Refer a friend'],
    ['/meet-director', 'Meet the director'],
  ])('%s opens for a visitor as “%s”', async (path, title) => {
    openApp(path, null)
    expect(await heading(title)).toBeTruthy()
    await vi.waitFor(() => expect(document.title).toBe(`${title} · Paddock Auctions`))
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })
})

describe('the bidding guide', () => {
  test('shows the company’s increments', async () => {
    openApp('/bidding-guide', null)
    const table = within(await screen.findByRole('table', { name: 'Increments by price' }))
    expect(table.getByRole('row', { name: '$0 to under $100 $10' })).toBeTruthy()
    expect(table.getByRole('row', { name: '$100 and up $25' })).toBeTruthy()
  })

  test('works out the total of a price, tax included', async () => {
    openApp('/bidding-guide', null)
    fireEvent.change(await screen.findByLabelText('Hammer price in USD'), { target: { value: '20,000' } })
    const table = within(screen.getByRole('table', { name: 'Total cost' }))
    // 20,000 + 10% of 10,000 + 5% of 10,000 + 45, and 7% of that.
    expect(table.getByRole('row', { name: 'sales tax (7%) $1,508.15' })).toBeTruthy()
    expect(table.getByRole('row', { name: 'Total $23,053.15' })).toBeTruthy()
  })

  test('asks for an amount where there is none', async () => {
    openApp('/bidding-guide', null)
    fireEvent.change(await screen.findByLabelText('Hammer price in USD'), { target: { value: 'a lot' } })
    expect(screen.getByText('Enter an amount, such as 10000.')).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Total cost' })).toBeNull()
  })
})

describe('the FAQ', () => {
  test('can be searched, with other words than its own', async () => {
    openApp('/faq', null)
    fireEvent.change(await screen.findByLabelText('Search answers'), { target: { value: 'mileage' } })
    expect(await screen.findByText(/^[1-4] answers?$/)).toBe(screen.getByRole('status'))
    expect(screen.getByText(/actual odometer reading/)).toBeTruthy()
  })

  test('leads to a person where nothing is found', async () => {
    openApp('/faq', null)
    fireEvent.change(await screen.findByLabelText('Search answers'), { target: { value: 'xylophone' } })
    const team = await screen.findByRole('link', { name: 'Contact our team' })
    expect(team.getAttribute('href')).toBe('/contact')
  })

  test('opens an answer under an address of its own, and the one that its address names', async () => {
    openApp('/faq', null)
    const question = await screen.findByText('Who can bid?')
    const answer = () => document.getElementById('who-can-bid') as HTMLDetailsElement
    expect(answer().open).toBe(false)
    fireEvent.click(question)
    expect(location.hash).toBe('#who-can-bid')
    answer().open = false
    fireEvent(window, new HashChangeEvent('hashchange'))
    expect(answer().open).toBe(true)
  })
})

test('a visitor sees whether a lot still takes bids, in a live auction too', async () => {
  const lot: LotPreview = {
    id: '00000000-0000-4000-8000-000000000001',
    lotNumber: 1042,
    auctionId: 'a',
    vehicleId: 'v',
    title: '2019 Porsche 911',
    currency: 'USD',
    heroPhoto: null,
    opensAt: 1,
    scheduledCloseAt: null,
    closedAt: null,
    photos: [],
    odometer: null,
    titleBrand: 'clean',
    runState: 'drives',
    flaws: [],
    isInspected: false,
  }
  const open = (closedAt: number | null) =>
    openApp('/lot/1042', null, {
      '/api/lots/by-number/1042/summary': { ...lot, closedAt },
    })
  const { fetched } = open(null)
  expect(await screen.findByRole('heading', { name: 'Register to see prices and bid' })).toBeTruthy()
  expect(screen.getByText(/^Part of a live auction/)).toBeTruthy()
  expect(fetched.mock.calls.map(([url]) => String(url))).not.toContain('/api/lots/by-number/1042')
  open(Date.UTC(2026, 10, 21, 12))
  expect(await screen.findByRole('heading', { name: 'Bidding on this lot has ended' })).toBeTruthy()
  expect(screen.getByText(/^Closed .*Nov/)).toBeTruthy()
})
