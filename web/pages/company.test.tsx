import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { openApp, person, TERMS } from '../shell/stage.test-support.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The state before its owner has set anything. */
const BARE: CompanyTerms = {
  ...TERMS,
  legal: { name: '', taxId: '', registration: '' },
  contact: { email: '', phone: '', address: '' },
  director: null,
  demo: false,
}

test.each([
  ['/contact', 'Contact'],
  ['/support', 'Support'],
  ['/message-status', 'Message status'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/refund', 'Refunds'],
  ['/about', 'About us'],
  ['/meet-director', 'Meet the director'],
])('%s of a company that has set nothing shows no empty link and nobody invented', async (path, title) => {
  openApp(path, null, { '/api/company-terms': BARE })
  await screen.findByRole('heading', { level: 1, name: title }, { timeout: 4000 })
  await screen.findByText('Paddock Auctions')
  const words = document.body.textContent
  expect(words).not.toMatch(/Olga|555|12 Yard|LLC|12-3456789|undefined|, \.|· ·|  \(“/)
  expect(document.querySelectorAll('a[href="mailto:"], a[href="tel:"]')).toHaveLength(0)
  expect(screen.queryByRole('link', { name: 'Meet the director' })).toBeNull()
})

test('what leads the contact page is not a paragraph in a paragraph', async () => {
  openApp('/contact', null)
  expect(await screen.findByText('We answer every message, usually within one business day.')).toBeTruthy()
  expect(document.querySelector('p p')).toBeNull()
})

test('the director who is set is shown, and linked to', async () => {
  openApp('/meet-director', null)
  expect(await screen.findByText('Olga Marin', {}, { timeout: 4000 })).toBeTruthy()
  expect(screen.getByText('Hold me to it.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Meet the director' })).toBeTruthy()
})

test('the owner is led through what is left to set up; a complete company and other staff see none of it', async () => {
  const item = (entry: string, isDone: boolean) => ({ entry, isDone })
  let kept = false
  const answers = {
    '/api/admin/verifications': { items: [] },
    '/api/admin/company-checklist': { items: [item('name', false), item('contact', true), item('fees', false)] },
    '/api/admin/company-checklist/fees': () => {
      kept = true
      return { items: [item('name', false), item('contact', true), item('fees', true)] }
    },
  }
  openApp('/admin', person({ role: 'owner' }), answers)
  expect(await screen.findByText('1 of 3 done', {}, { timeout: 4000 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Company name' }).getAttribute('href')).toBe('/admin/settings#company')
  fireEvent.click(screen.getByRole('button', { name: 'Keep fees' }))
  expect(await screen.findByText('2 of 3 done')).toBeTruthy()
  expect(kept).toBe(true)
  openApp('/admin', person({ role: 'owner' }), {
    ...answers,
    '/api/admin/company-checklist': { items: [item('name', true)] },
  })
  await screen.findByRole('heading', { level: 1, name: 'Overview' }, { timeout: 4000 })
  expect(screen.queryByText('Set up your company')).toBeNull()
  openApp('/admin', person({ role: 'auctioneer' }), answers)
  await screen.findByRole('heading', { level: 1, name: 'Overview' }, { timeout: 4000 })
  expect(screen.queryByText('Set up your company')).toBeNull()
})
