import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { type Answers, playServer } from '#web/shell/stage.test-support.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import AdminAudit from './admin-audit.tsx'
import AdminOutbox from './admin-outbox.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(page: ReactNode, address: string, answers: Answers) {
  const fetched = playServer(answers)
  history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={createQueryClient()}>
      {page}
      <Toaster />
    </QueryClientProvider>,
  )
  return () => fetched.mock.calls.map(([url]) => String(url))
}

const ACCOUNT = '0190a000-0000-7000-8000-00000000beef'
const ACTION = {
  id: '0190a000-0000-7000-8000-000000000001',
  at: Date.UTC(2026, 10, 21, 9, 30, 5),
  by: 'Rita Gomes',
  action: 'change-account',
  sentence:
    'Rita Gomes changed the account of Sven (paddle 112). Bidding limit: none → $5,000. Reason: Asked for by phone.',
  subjectKind: 'account',
  subjectId: ACCOUNT,
  subject: { name: 'Sven', paddle: '112' },
  subjectNumber: null,
  before: { biddingLimit: null },
  after: { biddingLimit: 500_000 },
  reason: 'Asked for by phone',
  currency: 'USD',
}
const LOG = {
  items: [ACTION],
  total: 101,
  next: 'last-of-1',
  actions: ['change-account', 'resend-invoice'],
  subjects: ['account'],
  timeZone: 'America/Chicago',
}

test('the audit log says what happened as a sentence in the company’s time, and links to whom it is about', async () => {
  open(<AdminAudit />, '/admin/audit', { '/api/admin/audit': LOG })
  const row = within((await screen.findByText(/Rita Gomes/)).closest('tr')!)
  expect(await row.findByText('Nov 21, 2026, 3:30 AM CST')).toBeTruthy()
  expect(row.getByText(/Bidding limit: none → \$5,000\. Reason: Asked for by phone\./)).toBeTruthy()
  const link = row.getByRole('link', { name: 'Sven (paddle 112)' })
  expect(link.getAttribute('href')).toBe(`/admin/people/${ACCOUNT}`)
  expect(screen.getByRole('option', { name: 'Sent an invoice again' })).toBeTruthy()
  expect(screen.getByText('101 actions')).toBeTruthy()
})

test('filters, order and page of the audit log are in the URL, and a filter starts at the first page', async () => {
  const asked = open(<AdminAudit />, '/admin/audit?after=last-of-0', { '/api/admin/audit': LOG })
  await screen.findByText(/Rita Gomes/)
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'resend-invoice' } })
  await waitFor(() => expect(location.search).toBe('?action=resend-invoice'))
  fireEvent.click(screen.getByRole('button', { name: /^When/ }))
  await waitFor(() => expect(asked().at(-1)).toMatch(/action=resend-invoice.*order=up/))
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(new URLSearchParams(location.search).get('after')).toBe('last-of-1'))
})

test('a log without matches says what to do', async () => {
  open(<AdminAudit />, '/admin/audit?q=nobody', { '/api/admin/audit': { ...LOG, items: [], total: 0, next: null } })
  expect(await screen.findByText('Nothing matches')).toBeTruthy()
})

function message(changes: object) {
  return {
    id: '0190a000-0000-7000-8000-0000000000aa',
    topic: 'lot-sold',
    event: 'Lot sold',
    key: 'lot:0190a000-0000-7000-8000-00000000cafe',
    state: 'given-up',
    tries: 12,
    failure: 'The ledger is closed.',
    createdAt: 1,
    nextTryAt: null,
    requestId: 'a1b2c3d4-17',
    ...changes,
  }
}
const BACKLOG = {
  items: [
    message({}),
    message({ id: '0190a000-0000-7000-8000-0000000000bb', state: 'failing', tries: 3, nextTryAt: 9e12 }),
    message({ id: '0190a000-0000-7000-8000-0000000000cc', state: 'waiting', tries: 0, failure: null }),
  ],
  page: 1,
  pages: 1,
  total: 3,
  counts: { 'given-up': 1, failing: 1, waiting: 1 },
  topics: [{ topic: 'lot-sold', event: 'Lot sold' }],
}

test('background work shows what failed and why, and retries one or all selected, but not what is still waiting', async () => {
  const bodies: unknown[] = []
  open(<AdminOutbox />, '/admin/outbox', {
    '/api/admin/outbox': BACKLOG,
    '/api/admin/outbox-retries': (_: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)))
      return { count: 1 }
    },
  })
  expect(await screen.findAllByText('The ledger is closed.')).toHaveLength(2)
  expect(screen.getAllByText('lot …00cafe')).toHaveLength(3)
  // In each row, and in the filter.
  expect(screen.getAllByText('Lot sold')).toHaveLength(4)
  expect(screen.queryByText('lot-sold')).toBeNull()
  const again = screen.getAllByRole('button', { name: 'Try again' })
  expect(again).toHaveLength(2)
  fireEvent.click(again[0]!)
  expect(await screen.findByText('Retried')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  fireEvent.click(screen.getByRole('button', { name: 'Retry selected (2)' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies).toEqual([
    { messageIds: [BACKLOG.items[0]!.id] },
    { messageIds: [BACKLOG.items[0]!.id, BACKLOG.items[1]!.id] },
  ])
})

test('background work that is all done says so', async () => {
  open(<AdminOutbox />, '/admin/outbox', { '/api/admin/outbox': { ...BACKLOG, items: [], topics: [] } })
  expect(await screen.findByText('All done')).toBeTruthy()
})
