import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '../stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('nobody is redirected from the administration: the screen says who has access', async () => {
  openApp('/admin/people', null)
  const link = await screen.findByRole('link', { name: 'Sign in as staff' })
  expect(link.getAttribute('href')).toBe('/admin-login?redirect=%2Fadmin%2Fpeople')
  expect(location.pathname).toBe('/admin/people')
})

test('a member sees that the account is not a staff account', async () => {
  openApp('/admin', person())
  expect(await screen.findByText(/isn’t a staff account/)).toBeTruthy()
})

test('suspended staff have no access', async () => {
  openApp('/admin', person({ role: 'auctioneer', accountStatus: 'suspended' }))
  expect(await screen.findByText(/This account isn’t active/)).toBeTruthy()
})

test.each([
  ['reviewer', ['Overview', 'Tickets', 'Sellers', 'Verifications', 'People']],
  [
    'auctioneer',
    [
      'Overview',
      'Auctions',
      'Negotiations',
      'Reserve requests',
      'Questions',
      'Tickets',
      'Vehicles',
      'Import',
      'Sellers',
      'People',
    ],
  ],
  [
    'cashier',
    [
      'Overview',
      'Tickets',
      'Sellers',
      'Invoices',
      'Payments',
      'Transfers',
      'Disputes',
      'Referrals',
      'Statements',
      'Payouts',
      'Settlement',
      'People',
    ],
  ],
  [
    'owner',
    [
      'Overview',
      'Auctions',
      'Negotiations',
      'Reserve requests',
      'Questions',
      'Tickets',
      'Vehicles',
      'Import',
      'Sellers',
      'Verifications',
      'Invoices',
      'Payments',
      'Transfers',
      'Disputes',
      'Referrals',
      'Statements',
      'Payouts',
      'Settlement',
      'People',
      'Staff',
      'Money settings',
      'Content',
      'Shipping',
      'Newsletters',
      'Emails',
      'Audit log',
      'Background work',
    ],
  ],
] as const)('the %s sees the pages of the role: %j', async (role, pages) => {
  openApp('/admin', person({ role }), { '/api/admin/verifications': { items: [] } })
  const navigation = await screen.findByRole('navigation', { name: 'Administration' })
  expect(
    within(navigation)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(pages)
})
