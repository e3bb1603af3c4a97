import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { Toaster } from '#web/ui/toast.tsx'
import AdminQueue from './admin-queue.tsx'
import type { Case } from './case-words.ts'

const CASE: Case = {
  id: '00000000-0000-4000-8000-00000000000a',
  accountId: '00000000-0000-4000-8000-000000000001',
  name: 'Pia Rossi',
  email: 'pia@demo.paddock.example',
  country: 'IT',
  kind: 'national-card',
  pictures: [
    { side: 'front', page: 1 },
    { side: 'front', page: 2 },
    { side: 'back', page: 1 },
  ],
  submittedAt: 1,
  state: 'submitted',
  note: null,
  decidedAt: null,
  decidedBy: null,
  shared: [],
  earlier: [{ state: 'rejected', note: 'The document has expired.', decidedAt: 5 }],
}
const VEDA = { ...CASE, id: '00000000-0000-4000-8000-00000000000b', name: 'Veda Rao', earlier: [] }

const SHARED: Case['shared'][number] = {
  kind: 'card',
  isReferral: false,
  since: 5,
  account: {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'Boris Maas',
    accountStatus: 'suspended',
    verificationStatus: 'verified',
  },
}

let queue: Case[]
let pages: number
let sent: { url: string; body: unknown }[]
let answer: () => Response
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  queue = [CASE, VEDA]
  pages = 1
  sent = []
  answer = () => Response.json({ ...CASE, state: 'approved' })
  history.replaceState(null, '', '/admin/verifications')
  vi.stubGlobal('fetch', app)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function app(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = String(input)
  if (init?.method !== 'GET') sent.push({ url, body: JSON.parse(String(init?.body)) })
  if (url.endsWith('/links')) return Promise.resolve(Response.json({ url: '/picture', expiresAt: 9 }))
  if (url.endsWith('/decision')) return Promise.resolve(answer())
  if (url === '/picture') return Promise.resolve(new Response('bytes'))
  sent.push({ url, body: null })
  const state = new URLSearchParams(url.split('?')[1]).get('state') ?? 'submitted'
  const items = queue.map((one) => ({ ...one, state }))
  return Promise.resolve(Response.json({ items, page: 1, pages, total: queue.length }))
}

async function openQueue() {
  client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <AdminQueue />
      <Toaster />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Pia Rossi' }))
  return screen.findByRole('region', { name: 'Pia Rossi' })
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const enterNumber = () => fireEvent.change(screen.getByLabelText('Document number'), { target: { value: 'XR1001R58' } })
const decisions = () => sent.filter(({ url }) => url.endsWith('/decision')).map(({ body }) => body)

test('every side and page is one press away, through its own link, and can be rotated and enlarged', async () => {
  await openQueue()
  expect((await screen.findByAltText('Identity document: Front, page 1')).getAttribute('src')).toBe('blob:picture')
  await press('Back side')
  const picture = await screen.findByAltText('Identity document: Back side')
  expect(sent.filter(({ url }) => url.endsWith('/links')).map(({ body }) => body)).toEqual([
    { side: 'front', page: 1 },
    { side: 'back', page: 1 },
  ])
  await press('Zoom in')
  await press('Rotate')
  expect(picture.style.transform).toContain('rotate(90deg)')
  expect(picture.closest('[data-large]')?.getAttribute('data-large')).toBe('true')
})

test('the outcome of earlier documents is shown before the decision', async () => {
  const shown = await openQueue()
  expect(within(shown).getByText(/The document has expired/)).toBeTruthy()
})

test('an approval takes one press and shows the next person', async () => {
  await openQueue()
  enterNumber()
  await press('Approve')
  await screen.findByRole('region', { name: 'Veda Rao' })
  expect(decisions()).toEqual([{ decision: 'approve', documentNumber: 'XR1001R58' }])
})

test('an approval without the number of the document is not sent', async () => {
  await openQueue()
  await press('Approve')
  expect(screen.getByText('Enter the number printed on the document.')).toBeTruthy()
  expect(decisions()).toEqual([])
})

test('what is shared with another account is shown before the approval, which then needs a reason', async () => {
  queue = [{ ...CASE, shared: [SHARED] }, VEDA]
  const shown = await openQueue()
  expect(within(shown).getByText(/This card is also on/).textContent).toMatch(
    /Boris Maas \(suspended, verified\) since/,
  )
  expect(within(shown).getByRole('link', { name: 'Boris Maas' }).getAttribute('href')).toBe(
    `/admin/people/${SHARED.account.id}`,
  )
  expect(screen.getAllByText('Shared with another account').length).toBeGreaterThan(1)
  enterNumber()
  await press('Approve')
  expect(decisions()).toEqual([])
  fireEvent.change(screen.getByLabelText('Reason to approve anyway'), { target: { value: 'Married couple' } })
  await press('Approve')
  expect(decisions()).toEqual([{ decision: 'approve', documentNumber: 'XR1001R58', reason: 'Married couple' }])
})

test('a document found on another account by its number is shown, and nothing is decided', async () => {
  await openQueue()
  const message = 'A document of this person is also on another account. Say why you approve.'
  answer = () => Response.json({ message, code: 'shared-identifier', requestId: 'r' }, { status: 409 })
  queue = [{ ...CASE, shared: [{ ...SHARED, kind: 'document-number' }] }, VEDA]
  enterNumber()
  await press('Approve')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(await screen.findByText(/This document number is also on/)).toBeTruthy()
  expect(screen.getByLabelText('Reason to approve anyway')).toBeTruthy()
})

test('the list can be filtered to people who share something, and the filter is in the URL', async () => {
  await openQueue()
  fireEvent.change(screen.getByLabelText('Document, card or device'), { target: { value: 'only' } })
  await waitFor(() => expect(location.search).toBe('?shared=only'))
  await waitFor(() => expect(sent.at(-1)?.url).toMatch(/\?shared=only&page=1$/))
})

test('any other decision needs a reason; a common one takes one press and can be edited', async () => {
  await openQueue()
  await press('Reject document')
  expect(screen.getByText(/Give a reason/)).toBeTruthy()
  expect(decisions()).toEqual([])
  await press('Glare')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Reason for refusal')
  expect(field.value).toMatch(/without flash/)
  fireEvent.change(field, { target: { value: `${field.value} Thank you.` } })
  await press('Request again')
  expect(decisions()).toEqual([{ decision: 'ask-again', note: expect.stringMatching(/without flash\. Thank you\.$/) }])
})

test('what was wrong with one press doesn’t stay beside what is wrong with the next', async () => {
  await openQueue()
  answer = () => new Response('', { status: 503 })
  await press('Glare')
  await press('Reject document')
  await screen.findByText('Nothing was decided')
  await press('Approve')
  expect(screen.getByText('Enter the number printed on the document.')).toBeTruthy()
  expect(screen.queryByText('Nothing was decided')).toBeNull()
  fireEvent.change(screen.getByLabelText('Reason for refusal'), { target: { value: '' } })
  await press('Reject document')
  expect(screen.getByText(/Give a reason/)).toBeTruthy()
  expect(screen.queryByText('Enter the number printed on the document.')).toBeNull()
})

test('a permanent rejection is confirmed twice', async () => {
  await openQueue()
  await press('Not genuine')
  await press('Reject permanently')
  const window = await screen.findByRole('dialog')
  expect(window.textContent).toContain('we refund the membership fee')
  expect(decisions()).toEqual([])
  await act(async () => fireEvent.click(within(window).getByRole('button', { name: 'Reject permanently' })))
  expect(decisions()).toEqual([{ decision: 'reject-finally', note: expect.any(String) }])
})

test('a reviewer who decides second sees who decided first', async () => {
  await openQueue()
  const message = 'This document was approved by Rita already.'
  answer = () => Response.json({ message, code: 'already-decided', requestId: 'r' }, { status: 409 })
  enterNumber()
  await press('Approve')
  expect(await screen.findAllByText(message)).toHaveLength(1)
  await screen.findByRole('region', { name: 'Veda Rao' })
})

test('a document that a colleague decides while it is open stays, with a notice', async () => {
  const shown = await openQueue()
  queue = [VEDA]
  await act(() => client.invalidateQueries())
  expect(await within(shown).findByText('A colleague has decided this document')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('the current list is in the URL', async () => {
  await openQueue()
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'approved' } })
  fireEvent.change(screen.getByLabelText('Name or email'), { target: { value: 'pia' } })
  await waitFor(() => expect(location.search).toBe('?state=approved&q=pia'))
  await waitFor(() => expect(sent.at(-1)?.url).toMatch(/state=approved&q=pia&page=1$/))
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'submitted' } })
  await waitFor(() => expect(location.search).toBe('?q=pia'))
})

test('its order and page are in the URL too, and another filter starts at the first page', async () => {
  pages = 3
  await openQueue()
  await press('Name')
  expect(location.search).toBe('?sort=person&order=up')
  await press('Next')
  expect(location.search).toBe('?sort=person&order=up&page=2')
  await waitFor(() => expect(sent.at(-1)?.url).toMatch(/sort=person&order=up&page=2$/))
  await press('Name ↑')
  expect(location.search).toBe('?sort=person&order=down')
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'approved' } })
  await waitFor(() => expect(location.search).toBe('?state=approved'))
  expect(await screen.findByRole('button', { name: 'Decided' })).toBeTruthy()
})
