import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '../stage.test-model.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('nobody is sent away from the administration: the screen says who may come in', async () => {
  openApp('/admin/people', null)
  const link = await screen.findByRole('link', { name: 'Log in as staff' })
  expect(link.getAttribute('href')).toBe('/admin-login?redirect=%2Fadmin%2Fpeople')
  expect(location.pathname).toBe('/admin/people')
})

test('a member is told that the account is no staff account', async () => {
  openApp('/admin', person())
  expect(await screen.findByText(/is not a staff account/)).toBeTruthy()
})

test('staff who are suspended find it closed', async () => {
  openApp('/admin', person({ role: 'auctioneer', accountStatus: 'suspended' }))
  expect(await screen.findByText(/This account is not active/)).toBeTruthy()
})

test.each([
  ['reviewer', ['Overview', 'Verifications', 'People']],
  ['auctioneer', ['Overview', 'Sales', 'Talks', 'Questions', 'Vehicles', 'Import', 'People']],
  ['cashier', ['Overview', 'Invoices', 'Payments', 'Transfers', 'Disputes', 'Settlement', 'People']],
  [
    'owner',
    [
      'Overview',
      'Sales',
      'Talks',
      'Questions',
      'Vehicles',
      'Import',
      'Verifications',
      'Invoices',
      'Payments',
      'Transfers',
      'Disputes',
      'Settlement',
      'People',
      'Money settings',
      'Shipping',
      'Mails',
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
