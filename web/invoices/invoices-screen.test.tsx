import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Invoice, InvoiceDetail } from '#contract/invoices/invoices.ts'
import { payment } from '#web/payments/payment.test-support.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { AT, detail, DUE, ID, invoice, MEMBERSHIP, document } from './invoice.test-support.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const BILLING = {
  buyer: { name: 'Ada', address: '', country: 'NL', email: 'ada@p.example', paddle: 112, taxId: '' },
}
const OWED = [{ currency: 'USD', amount: 100_000, count: 1, overdue: 0, nextDueAt: DUE, nextDueOn: '2026-11-25' }]

function openInvoices(path: string, of: Invoice, changes: Partial<InvoiceDetail> = {}) {
  return openApp(path, person(), {
    '/api/invoices': { items: [of], next: null, owed: of.owed > 0 ? OWED : [] },
    [`/api/invoices/${ID}`]: { ...detail(of), ...changes },
    '/api/billing': BILLING,
    '/api/membership': MEMBERSHIP,
  })
}

test('the list shows the balance due and what was received, and offers every payment method for the rest', async () => {
  openInvoices('/invoices', invoice())
  expect((await screen.findByText('Balance due: 1 invoice, due Nov 25, 2026')).nextElementSibling?.textContent).toBe(
    '$1,000.00',
  )
  expect(screen.getByText('2026-000007, due Nov 25, 2026')).toBeTruthy()
  expect(screen.getByText('$125.00 paid; $1,000.00 due.')).toBeTruthy()
  expect(await screen.findByRole('radio', { name: /Bank transfer/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /Sandbox/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Get reference for $1,000.00' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /Sandbox/ }))
  expect(screen.getByRole('button', { name: 'Pay $1,000.00' })).toBeTruthy()
})

test('without a balance due it says so, and offers no payment', async () => {
  openInvoices('/invoices', invoice({ state: 'paid', paid: 112_500, owed: 0 }))
  expect(await screen.findByText('No balance due')).toBeTruthy()
  expect(screen.getByText('2026-000007, issued Nov 21, 2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('an invoice shows its status, possible charges, the document by tax rate, and its history', async () => {
  openInvoices(`/invoices?invoice=${ID}`, invoice())
  const standing = await screen.findByRole('region', { name: 'Status' })
  expect(within(standing).getByText('$1,000.00')).toBeTruthy()
  expect(within(standing).getByText('due Nov 25, 2026')).toBeTruthy()
  expect(screen.getByText('Late fee').closest('li')?.textContent).toContain('Nov 25, 2026. Once')
  expect(screen.getByText('Late fee').closest('li')?.textContent).toContain('If applicable')
  const article = screen.getByRole('article', { name: 'Invoice 2026-000007' })
  expect(within(article).getByText('Sales tax 8% on $1,000.00')).toBeTruthy()
  expect(within(article).getByText('Sales tax 0% on $45.00')).toBeTruthy()
  expect(within(article).getByText(/^November 25, 2026 /)).toBeTruthy()
  expect(screen.getByText('Payment received: by bank transfer')).toBeTruthy()
})

test('a paid purchase says where to pick it up, until when for free, and has its receipt; an open one says neither', async () => {
  const paid = invoice({ state: 'paid', owed: 0, paid: 112_500 })
  const from = { at: Date.now() + 86_400_000, on: '2026-12-06' }
  const storage = { ...detail(paid).forecast[0]!, kind: 'storage' as const, ...from }
  openInvoices(`/invoices?invoice=${ID}`, paid, {
    forecast: [storage],
    receipts: [{ paymentId: ID, number: 'R-2026-000004' }],
  })
  expect(await screen.findByText('Ready to pick up at Harbor Yard')).toBeTruthy()
  expect(screen.getByText('Pick up before Dec 6, 2026 to avoid storage charges')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Receipt R-2026-000004 (PDF)' })).toBeTruthy()
  cleanup()
  openInvoices(`/invoices?invoice=${ID}`, paid, { forecast: [{ ...storage, at: Date.now() - 1 }] })
  expect(await screen.findByText('Storage is charged for every day since Dec 6, 2026')).toBeTruthy()
  expect(screen.queryByText(/to avoid storage charges/)).toBeNull()
  cleanup()
  openInvoices(`/invoices?invoice=${ID}`, invoice())
  await screen.findByRole('region', { name: 'Status' })
  expect(screen.queryByText(/Ready to pick up/)).toBeNull()
})

test('a transfer that was started shows its reference again, in the list too, until it is no longer pending', async () => {
  const account = { kind: 'us' as const, holder: 'Paddock', routingNumber: '1', accountNumber: '2', bank: 'A Bank' }
  const started = { provider: 'transfer', state: 'pending' as const, purpose: 'invoice' as const }
  const waiting = payment({ ...started, transfer: { reference: 'RF18 5390 0754 7034', ...account } })
  const open = (path: string, of: typeof waiting) => {
    const due = invoice({ pendingPayment: of.id })
    return openApp(path, person(), {
      '/api/invoices': { items: [due], next: null, owed: OWED },
      [`/api/invoices/${ID}`]: detail(due),
      [`/api/payments/${of.id}`]: of,
      '/api/billing': BILLING,
      '/api/membership': MEMBERSHIP,
    })
  }
  for (const path of [`/invoices?invoice=${ID}`, '/invoices']) {
    open(path, waiting)
    expect(await screen.findByText('RF18 5390 0754 7034')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
    cleanup()
    open(path, { ...waiting, state: 'failed' })
    expect(await screen.findByRole('radio', { name: /Bank transfer/ })).toBeTruthy()
    cleanup()
  }
})

test('used credit has its own line on the invoice and in its status, and the lines add up to the balance', async () => {
  openInvoices(`/invoices?invoice=${ID}`, invoice({ creditUsed: 10_000 }))
  const rows = within(await screen.findByRole('article', { name: 'Invoice 2026-000007' })).getAllByRole('row')
  expect(rows.slice(-4).map(({ textContent }) => textContent)).toEqual([
    'Total$1,125.00',
    'Credit used−$100.00',
    'Paid−$25.00',
    'Balance due$1,000.00',
  ])
  const standing = screen.getByRole('region', { name: 'Status' })
  expect(within(standing).getByText('Credit used').nextElementSibling?.textContent).toBe('−$100.00')
  expect(within(standing).getByText('Paid').nextElementSibling?.textContent).toBe('$25.00')
})

test('a PDF is fetched by a link created for this press', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  openApp(`/invoices?invoice=${ID}`, person(), {
    [`/api/invoices/${ID}`]: detail(invoice()),
    [`/api/invoices/${ID}/link`]: { url: '/api/documents/ticket', expiresAt: AT },
    '/api/membership': MEMBERSHIP,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/documents/ticket'))
  assign.mockRestore()
})

test('the sample is marked as one on the document itself, and rendered like real ones', async () => {
  const sample = document(invoice({ number: 'SAMPLE-000001' }), { sample: true })
  openApp('/invoice-demo', person(), { '/api/invoices/sample': { document: sample, forecast: [] } })
  const article = await screen.findByRole('article', { name: 'Invoice SAMPLE-000001' })
  expect(within(article).getByText('SAMPLE: NOT A BILL')).toBeTruthy()
  expect(within(article).getByText('$1,125.00')).toBeTruthy()
})

test('the page shows the invoice address, links to its form, and saves the tax ID', async () => {
  const { fetched } = openApp('/invoices', person(), {
    '/api/invoices': { items: [], next: null, owed: [] },
    '/api/billing': BILLING,
    '/api/billing/tax-id': { buyer: { ...BILLING.buyer, taxId: 'NL1B01' } },
  })
  const change = await screen.findByRole('link', { name: 'Choose one in your profile' })
  expect(change.getAttribute('href')).toBe('/profile#addresses')
  fireEvent.change(screen.getByLabelText('Tax ID'), { target: { value: ' NL1B01 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save tax ID' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Tax ID').value).toBe('NL1B01'))
  const put = fetched.mock.calls.find(([, init]) => init?.method === 'PUT')
  expect(put?.[1]?.body).toBe(JSON.stringify({ taxId: 'NL1B01' }))
})

test('the cashier’s list keeps its search, filter, order and page in the URL, and requests exactly that', async () => {
  const { fetched } = openApp(
    '/admin/invoices?q=quist&state=overdue&sort=owed&order=down&after=last-of-1&kind=nonsense',
    person({ role: 'cashier' }),
    {
      '/api/admin/invoices': {
        items: [{ ...invoice(), buyer: { id: ID, name: 'Ada Quist', email: 'ada@p.example', paddle: 112 } }],
        next: 'last-of-2',
        total: 101,
        isMinimum: false,
        sums: [],
      },
    },
  )
  expect(await screen.findByRole('link', { name: '2026-000007' })).toBeTruthy()
  const asked = () =>
    fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.startsWith('/api/admin/invoices'))
  expect(new URLSearchParams(asked()[0]?.split('?')[1]).toString()).toBe(
    'q=quist&state=overdue&sort=owed&order=down&after=last-of-1',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Total' }))
  await waitFor(() => expect(location.search).toBe('?q=quist&state=overdue&sort=total&order=down&kind=nonsense'))
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'paid' } })
  await waitFor(() => expect(asked().at(-1)).toContain('state=paid'))
})
