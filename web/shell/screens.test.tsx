import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'
import { ROUTES } from '../routes.tsx'
import { openApp, person } from './stage.test-support.tsx'

// The stream has its own tests.
vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, { timeout: 5000 })

/** Source: the specification, section 2. */
const GUARDS: Record<string, string[]> = {
  none: '/ /autobid /how-it-works /support /faq /contact /message-status /bidding-guide /terms /privacy /refund /about /referral-program /meet-director /auth /register /admin-login /selling /selling/:lotId /admin /admin/*'.split(
    ' ',
  ),
  login: ['/payment'],
  paid: ['/verification', '/verification-complete'],
  checked: ['/verification-pending'],
  complete: '/my-bids /profile /invoices /invoice-demo /marketing-tools /low-budget-marketing'.split(' '),
  // Complete accounts, and staff, who see what bidders see without fee or document (product, "People and rights").
  'sees-prices': '/calendar /auction-calendar /auction/:id /auctions/:id /lot/:lotNumber /vehicle/:id'.split(' '),
}

describe('the routes', () => {
  test('every specified route exists with its guard, and no other', () => {
    const specified = Object.entries(GUARDS).flatMap(([guard, paths]) => paths.map((path) => [path, guard] as const))
    expect(new Map(Object.entries(ROUTES).map(([path, { guard }]) => [path, guard]))).toEqual(new Map(specified))
    expect([...PAGES].toSorted()).toEqual(specified.map(([path]) => path).toSorted())
  })

  test('/calendar and /auction-calendar are the same screen, and so are /auction/{id} and /auctions/{id}', () => {
    expect(ROUTES['/auction-calendar']).toBe(ROUTES['/calendar'])
    expect(ROUTES['/auctions/:id']).toBe(ROUTES['/auction/:id'])
  })

  test('any other path shows not-found', async () => {
    openApp('/no-such-page', null)
    expect(await heading('Page not found')).toBeTruthy()
  })

  test.each(['/FAQ', '/My-Bids', '/ADMIN', '/Lot/7', '/faq/more'])(
    '%s is not a page: paths are case-sensitive',
    async (path) => {
      openApp(path, person())
      expect(await heading('Page not found')).toBeTruthy()
    },
  )

  test('a slash at the end changes nothing', async () => {
    openApp('/about/', null)
    expect(await heading('About us')).toBeTruthy()
  })

  test.each(['/admin/no-such-page', '/admin/People', '/admin/auctions/a/b'])(
    '%s is not found inside the administration',
    async (path) => {
      openApp(path, person({ role: 'owner' }))
      expect(await heading('Page not found')).toBeTruthy()
      expect(screen.getByRole('navigation', { name: 'Administration' })).toBeTruthy()
      expect(location.pathname).toBe(path)
    },
  )

  test.each([
    ['a member', person()],
    ['a visitor', null],
  ])('/lot/99999 tells %s that the lot was not found', async (_, user) => {
    openApp('/lot/99999', user)
    expect(await heading('Lot not found')).toBeTruthy()
  })

  test('a spinner shows while a screen loads', async () => {
    openApp('/refund', null)
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(await screen.findByText(/if you ask within 14 days/)).toBeTruthy()
    expect(screen.queryByText('Loading')).toBeNull()
  })
})

describe('the guards in the page', () => {
  test('a visitor who wants to pay is redirected to sign in', async () => {
    openApp('/payment', null)
    await waitFor(() => expect(location.pathname).toBe('/auth'))
  })

  test('a member who has not paid is redirected from the calendar to the payment', async () => {
    openApp('/calendar', person({ hasPaidMembershipFee: false }))
    await waitFor(() => expect(location.pathname).toBe('/payment'))
  })

  test('a member whose document is being checked stays on the page that says so', async () => {
    const idDocument = { submittedAt: 1, kind: 'passport', state: 'submitted' as const }
    openApp('/verification-pending', person({ verificationStatus: 'pending', idDocument }))
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
    expect(location.pathname).toBe('/verification-pending')
  })

  test.each([
    ['not verified', person({ verificationStatus: 'pending', idDocument: null }), 'Your identity isn’t verified yet'],
    ['suspended', person({ accountStatus: 'suspended' }), 'Your identity is verified'],
    ['complete', person(), 'You can bid'],
  ])('/verification-complete requires only a paid fee: a member who is %s stays there', async (_, user, title) => {
    openApp('/verification-complete', user)
    expect(await heading(title)).toBeTruthy()
    expect(location.pathname).toBe('/verification-complete')
    expect(screen.queryAllByText('You can bid')).toHaveLength(title === 'You can bid' ? 1 : 0)
  })

  test('a verified member stays on /verification-pending', async () => {
    openApp('/verification-pending', person())
    expect(await heading('Your identity is verified')).toBeTruthy()
    expect(location.pathname).toBe('/verification-pending')
  })

  test('a visitor is not redirected from a screen of the complete-account group; it shows what a visitor may see', async () => {
    openApp('/marketing-tools', null)
    expect(await heading('Marketing tools')).toBeTruthy()
    expect(await screen.findByText('Sign in to get your link')).toBeTruthy()
    expect(location.pathname).toBe('/marketing-tools')
  })

  test('nothing is redirected before the server has answered who is signed in', async () => {
    openApp('/payment', null, { '/api/user': () => new Promise(() => {}) })
    await new Promise(requestAnimationFrame)
    expect(location.pathname).toBe('/payment')
  })

  test('/admin and its pages are not guarded on the client', async () => {
    openApp('/admin/people', null)
    expect(await heading('Administration')).toBeTruthy()
    expect(location.pathname).toBe('/admin/people')
  })
})
