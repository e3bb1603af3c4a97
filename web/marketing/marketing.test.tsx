import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import { PIECE_NAMES } from '#contract/marketing/pieces.ts'
import { openApp, person, TERMS } from '../shell/stage.test-support.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const FIGURES: ReferralFigures = {
  currency: 'USD',
  clicks: 12,
  signUps: 3,
  pending: { count: 1, amount: 2000 },
  paid: { count: 1, amount: 2000 },
  refused: 1,
  days: [
    { day: '2026-11-25', clicks: 10, signUps: 1 },
    { day: '2026-11-26', clicks: 2, signUps: 2 },
  ],
  channels: [{ channel: 'flyer', clicks: 12, signUps: 3 }],
}
const PIECE_LINKS = {
  items: PIECE_NAMES.map((piece) => ({ piece, url: `/api/marketing/pieces/a/${piece}?signature=s` })),
  expiresAt: 1,
}
const openTools = (path: string) =>
  openApp(path, person(), { '/api/referrals': FIGURES, '/api/marketing/pieces': PIECE_LINKS })

test('the page says the reward of the settings, or that there is none', async () => {
  openApp('/referral-program', null)
  expect(await screen.findByText(/You get \$20\.00 of credit for each person/)).toBeTruthy()
  cleanup()
  openApp('/referral-program', null, { '/api/company-terms': { ...TERMS, referralReward: 0 } })
  expect(await screen.findByText(/no reward for referrals at this time/)).toBeTruthy()
  expect(document.querySelector('main')?.textContent).not.toMatch(/\$20/)
})

test('a member sees their clicks, sign-ups and rewards, in numbers and as a chart', async () => {
  openTools('/referral-program')
  const chart = await screen.findByRole('img', { name: 'Last 30 days: 12 clicks and 3 sign-ups' })
  expect(chart.querySelectorAll('rect')).toHaveLength(4)
  expect(screen.getByText('Rewards pending').nextSibling?.textContent).toBe('$20.00 (1)')
  expect(screen.getByText(/1 sign-up earns no reward/)).toBeTruthy()
  expect(screen.getByRole('row', { name: /Flyer\s*12\s*3/ })).toBeTruthy()
})

test('every download in the tools and the checklists is a link that opens', async () => {
  for (const path of ['/marketing-tools', '/low-budget-marketing']) {
    openTools(path)
    const links = await screen.findAllByRole('link', { name: /^Download / })
    for (const link of links) expect(link.getAttribute('href'), path).toMatch(/^\/api\/marketing\/pieces\/a\/[\w-]+\?/)
    expect(links.length).toBeGreaterThan(5)
    cleanup()
  }
})

test('a member’s posts include their own link and can be copied', async () => {
  const written = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
  openTools('/marketing-tools')
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(screen.getByText('Copied')).toBeTruthy())
  expect(written).toHaveBeenCalledExactlyOnceWith(`${location.origin}/register?ref=ADA7K2`)
  expect(screen.getAllByText(/\/register\?ref=ADA7K2/).length).toBeGreaterThan(3)
  expect(screen.getByText(/\/register\?ref=ADA7K2&via=forum/)).toBeTruthy()
})

test('steps checked off on the checklists stay checked', async () => {
  openTools('/low-budget-marketing')
  const step = /Write to three people/
  fireEvent.click(await screen.findByRole('checkbox', { name: step }))
  expect(screen.getByText('1 of 4 done')).toBeTruthy()
  openTools('/low-budget-marketing')
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: step })).checked).toBe(true)
})
