import { cleanup, fireEvent, screen, within } from '@testing-library/react'
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
  ['reviewer', ['Overview', 'People', 'Sellers', 'Verifications', 'Risk signals', 'Tickets']],
  [
    'auctioneer',
    [
      'Overview',
      'Auctions',
      'Negotiations',
      'Reserve requests',
      'Questions',
      'Vehicles',
      'Import',
      'Reports',
      'People',
      'Sellers',
      'Tickets',
    ],
  ],
  [
    'cashier',
    [
      'Overview',
      'Reports',
      'People',
      'Sellers',
      'Tickets',
      'Referrals',
      'Invoices',
      'Payments',
      'Transfers',
      'Disputes',
      'Statements',
      'Payouts',
      'Settlement',
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
      'Vehicles',
      'Import',
      'Reports',
      'Shipping',
      'People',
      'Sellers',
      'Verifications',
      'Risk signals',
      'Tickets',
      'Referrals',
      'Newsletters',
      'Staff',
      'Invoices',
      'Payments',
      'Transfers',
      'Disputes',
      'Statements',
      'Payouts',
      'Settlement',
      'Settings',
      'Content',
      'Emails',
      'Audit log',
      'Background work',
    ],
  ],
] as const)('the %s sees the pages of the role: %j', async (role, pages) => {
  openApp('/admin', person({ role }))
  const navigation = await screen.findByRole('navigation', { name: 'Administration' })
  expect(
    within(navigation)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(pages)
})

const WORK = {
  items: [
    { kind: 'refunds', count: 2, since: 1 },
    { kind: 'jobs', count: 0, since: null },
  ],
}

test('the menu shows how much work waits on a page, and nothing where none does', async () => {
  openApp('/admin', person({ role: 'owner' }), { '/api/admin/work': WORK })
  const navigation = await screen.findByRole('navigation', { name: 'Administration' })
  expect(await within(navigation).findByRole('link', { name: 'Payments 2 waiting' })).toBeTruthy()
  expect(within(navigation).getByRole('link', { name: 'Background work' })).toBeTruthy()
})

test('G, the first letters and Enter open a page of the administration', async () => {
  openApp('/admin', person({ role: 'owner' }))
  await screen.findByRole('navigation', { name: 'Administration' })
  fireEvent.keyDown(document.body, { key: 'g' })
  const field = await screen.findByLabelText('Page')
  fireEvent.change(field, { target: { value: 'tra' } })
  expect(
    within(screen.getByRole('dialog'))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Transfers'])
  fireEvent.submit(field)
  expect(location.pathname).toBe('/admin/transfers')
})

test('staff in the administration see no member links, no search and no assistant', async () => {
  openApp('/admin', person({ role: 'owner' }))
  await screen.findByRole('navigation', { name: 'Administration' })
  const main = screen.getAllByRole('navigation', { name: 'Main' })[0]!
  expect(
    within(main)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['View site'])
  expect(screen.queryByRole('button', { name: 'Ask a question' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'My bids' })).toBeNull()
})
