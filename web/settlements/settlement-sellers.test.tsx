import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SellerInAuction } from '#contract/settlements/statements.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-000000000800'
const STATEMENTS = `/api/admin/auctions/${ID}/statements`

function seller(name: string, ready: number): SellerInAuction {
  const sums = { hammer: ready, commission: 0, fees: 0, tax: 0, net: ready, waiting: 0, ready }
  return {
    sellerId: `${ID.slice(0, -1)}${ready}`,
    code: 'S',
    name,
    lotsSold: 1,
    ...sums,
    readyCount: 1,
    statements: [],
  }
}

function openSettlement(sellers: SellerInAuction[]) {
  const { fetched } = openApp(`/admin/settlements/${ID}`, person({ role: 'cashier' }), {
    [`/api/admin/auctions/${ID}/settlement`]: { title: 'November', startsAt: 1, currency: 'USD', rows: [], sums: {} },
    [`/api/admin/auctions/${ID}/seller-settlement`]: { title: 'November', startsAt: 1, currency: 'USD', sellers },
    [STATEMENTS]: { title: 'November', startsAt: 1, currency: 'USD', sellers: [] },
  })
  return () => fetched.mock.calls.filter(([url]) => url === STATEMENTS).map(([, init]) => init?.body)
}

test('a statement is issued only after a dialog that names the amount, the seller, and that it is final', async () => {
  const sent = openSettlement([seller('Northside Fleet', 2), seller('Harbor Cars', 3)])
  fireEvent.click(await screen.findByRole('button', { name: 'Issue statement for Harbor Cars' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue 1 statement?' }))
  expect(dialog.getByText(/Harbor Cars gets a statement for \$0\.03.*can’t be changed/)).toBeTruthy()
  expect(sent()).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Issue 1 statement' }))
  expect(await screen.findByText('Statement issued')).toBeTruthy()
  expect(sent()).toEqual([JSON.stringify({ sellerIds: [`${ID.slice(0, -1)}3`] })])
})

test('what a seller owes us is said to be taken off', async () => {
  openSettlement([seller('Northside Fleet', -5000)])
  fireEvent.click(await screen.findByRole('button', { name: 'Issue statement for Northside Fleet' }))
  expect(screen.getByText(/a statement for -\$50\.00, which is taken off their next payout\./)).toBeTruthy()
})

test('all ready statements are issued after one dialog with their sum; canceling it issues none', async () => {
  const sent = openSettlement([seller('Northside Fleet', 2), seller('Harbor Cars', 3)])
  fireEvent.click(await screen.findByRole('button', { name: 'Issue 2 statements' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue 2 statements?' }))
  expect(dialog.getByText(/2 sellers get a statement each, \$0\.05 together/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent()).toEqual([])
})
