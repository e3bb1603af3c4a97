import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { detail, ID, invoice } from '../invoice.test-support.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function openInvoice(changes: Parameters<typeof invoice>[0], storageDue: number) {
  const answer = {
    ...detail(invoice(changes)),
    buyer: { id: ID, name: 'Ada', email: 'ada@p.example', paddle: 112 },
    creditable: [0, 0],
    storageDue,
    disputed: false,
  }
  const { fetched } = openApp(`/admin/invoices/${ID}`, person({ role: 'cashier' }), {
    [`/api/admin/invoices/${ID}`]: answer,
    [`/api/admin/invoices/${ID}/storage`]: answer,
    [`/api/admin/invoices/${ID}/collected`]: answer,
  })
  return (act: string) => fetched.mock.calls.filter(([url]) => String(url).endsWith(act)).length
}

test('storage is charged only after a dialog that names the amount, the buyer and the way back', async () => {
  const sent = openInvoice({}, 7500)
  fireEvent.click(await screen.findByRole('button', { name: 'Charge $75.00 storage' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Charge $75.00 storage?' }))
  expect(dialog.getByText(/We invoice Ada \$75\.00.*only undo it with a credit note/)).toBeTruthy()
  expect(sent('/storage')).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Charge $75.00' }))
  expect(await screen.findByText('Storage invoiced')).toBeTruthy()
  expect(sent('/storage')).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a vehicle is marked as collected only after a dialog that names it, the buyer, and that it is final', async () => {
  const sent = openInvoice({ state: 'paid', paid: 112_500, owed: 0 }, 0)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as collected' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as collected?' }))
  expect(dialog.getByText(/2010 Kiri Urban was handed over to Ada.*Storage ends.*can’t undo/)).toBeTruthy()
  expect(sent('/collected')).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as collected' }))
  await waitFor(() => expect(sent('/collected')).toBe(1))
})

test('canceling an invoice because its buyer didn’t pay says that the sale stays, and where it is undone', async () => {
  openInvoice({ state: 'overdue' }, 0)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel invoice' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel/ }))
  expect(dialog.queryByText(/cancels only the invoice/)).toBeNull()
  fireEvent.change(dialog.getByLabelText('Cause'), { target: { value: 'buyer-default' } })
  expect(dialog.getByText(/cancels only the invoice\. “Undo sale” on the auction’s page/)).toBeTruthy()
})
