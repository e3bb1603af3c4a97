import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/accounts.ts'
import { USUAL_REASONS } from '#contract/verification/usual-reasons.ts'
import { createQueryClient, USER_KEY } from '#web/platform/query.ts'
import { person, TERMS } from '#web/shell/stage.test-support.tsx'
import VerificationScreen from './verification-screen.tsx'
import { WaitingForReviewer } from './waiting-for-reviewer.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const PIA = person({ name: 'Pia', verificationStatus: 'pending', idDocument: null })
const WAITING = person({ ...PIA, idDocument: { submittedAt: 1, kind: 'passport', state: 'submitted' } })

/** Opens a screen for a person; `last`: the result of the last document. The server's answers may change meanwhile. */
function openScreen(Screen: React.ComponentType, path: string, user: User, last: object | null = null) {
  const app = { user }
  const urls: string[] = []
  history.replaceState(null, '', path)
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url)
    if (url === '/api/user') return Promise.resolve(Response.json(app.user))
    if (url === '/api/company-terms') return Promise.resolve(Response.json({ ...TERMS, verificationDays: 3 }))
    return Promise.resolve(Response.json(url === '/api/verification' ? { last, keepDays: 45 } : {}))
  })
  const client = createQueryClient()
  localStorage.setItem('authToken', 'given')
  client.setQueryData(USER_KEY, user)
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  return { app, client, asked: () => urls }
}

test('the waiting page says that the document was approved as soon as the account is reloaded, and stays where it is', async () => {
  const { app, client } = openScreen(WaitingForReviewer, '/verification-pending', WAITING)
  expect(screen.getByText('Passport')).toBeTruthy()
  expect(await screen.findByText(/decide within 3 business days\. This page updates automatically/)).toBeTruthy()
  app.user = { ...WAITING, verificationStatus: 'verified' }
  // What the live feed does on every page when an account changes.
  await act(() => client.invalidateQueries({ queryKey: USER_KEY }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your identity is verified' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/verification-complete')
  expect(location.pathname).toBe('/verification-pending')
})

test('the waiting page does not poll: the live feed reports the decision', async () => {
  vi.useFakeTimers()
  const { asked } = openScreen(WaitingForReviewer, '/verification-pending', WAITING)
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  expect(asked().filter((url) => url === '/api/user')).toEqual([])
})

test('a rejection shows the reason and the way to send another document', async () => {
  const words = 'The document has expired.'
  const last = { kind: 'passport', state: 'rejected', note: words, submittedAt: 1, decidedAt: 2 }
  openScreen(VerificationScreen, '/verification', { ...PIA, verificationNote: words }, last)
  expect(await screen.findByText('We couldn’t accept your last document')).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send document' })).toBeTruthy()
})

test('a usual reason is read in the person’s language, whatever the reviewer’s', async () => {
  const translate = (english: string) => (english === USUAL_REASONS.expired ? 'Das Dokument ist abgelaufen.' : english)
  const customs = { formOf: () => 'other', locale: 'de-DE' }
  vi.stubGlobal('languageCatalog', { find: (english: unknown) => english, customs, translate })
  const last = { kind: 'passport', state: 'rejected', note: USUAL_REASONS.expired, submittedAt: 1, decidedAt: 2 }
  openScreen(VerificationScreen, '/verification', { ...PIA, verificationNote: USUAL_REASONS.expired }, last)
  expect(await screen.findByText('Das Dokument ist abgelaufen.')).toBeTruthy()
})

test('a request to send it again is not shown as a rejection', async () => {
  const words = 'The picture is blurred.'
  const last = { kind: 'passport', state: 'asked-again', note: words, submittedAt: 1, decidedAt: 2 }
  openScreen(VerificationScreen, '/verification', { ...PIA, verificationNote: words }, last)
  expect(await screen.findByText('Please send it again')).toBeTruthy()
})

test('a final rejection says so, says what happens to the fee, and accepts no more documents', async () => {
  const last = { kind: 'passport', state: 'rejected-finally', note: 'Not genuine.', submittedAt: 1, decidedAt: 2 }
  openScreen(VerificationScreen, '/verification', { ...PIA, verificationNote: 'Not genuine.' }, last)
  expect(await screen.findByText(/refund your membership fee/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send document' })).toBeNull()
})

test('the page says how long pictures are kept, as configured', async () => {
  openScreen(VerificationScreen, '/verification', PIA)
  expect(await screen.findByText('We delete it 45 days after the decision.')).toBeTruthy()
})
