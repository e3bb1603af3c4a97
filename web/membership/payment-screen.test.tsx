import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Payment } from '#contract/membership.ts'
import { openApp, person } from '#web/shell/stage.test-model.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-000000000800'
const member = person({ hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null })
const payment = (changes: Partial<Payment> = {}): Payment => ({
  id: ID,
  purpose: 'membership',
  amount: 9900,
  currency: 'USD',
  provider: 'sandbox',
  state: 'started',
  failure: null,
  payUrl: null,
  transfer: null,
  received: 0,
  refunded: 0,
  refunds: [],
  receipt: null,
  createdAt: 1,
  settledAt: null,
  ...changes,
})

function openPage(answers: Record<string, unknown> = {}) {
  let paidAt: number | null = null
  const { fetched } = openApp('/payment', member, {
    '/api/membership': () => ({ fee: 9900, currency: 'USD', paidAt, receipt: paidAt && 'R-1', providers: ['sandbox'] }),
    '/api/payments': () => Response.json(payment(), { status: 201 }),
    [`/api/payments/${ID}`]: () => payment(),
    [`/api/payments/${ID}/sandbox`]: () => {
      paidAt = 1_700_000_000_000
      return payment({ state: 'succeeded' })
    },
    ...answers,
  })
  const keys = () =>
    fetched.mock.calls
      .filter(([url]) => String(url) === '/api/payments')
      .map(([, init]): unknown => JSON.parse(String(init?.body)).idempotencyKey)
  return { keys }
}

test('the sandbox says that no money moves, and its success ends in the receipt', async () => {
  openPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99' }))
  expect(await screen.findByRole('heading', { name: 'Sandbox: no money moves' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Play success' }))
  expect(await screen.findByText('The fee is paid')).toBeTruthy()
  expect(screen.getByText('R-1')).toBeTruthy()
})

test('two presses in a row start one payment', async () => {
  const { keys } = openPage()
  const pay = await screen.findByRole('button', { name: 'Pay $99' })
  fireEvent.click(pay)
  fireEvent.click(pay)
  await screen.findByRole('heading', { name: 'Sandbox: no money moves' })
  expect(keys()).toHaveLength(1)
})

test('a press that is sent again after no answer carries the same key', async () => {
  const answers = [
    () => Response.json({ message: 'Busy.', code: 'busy', requestId: 'r' }, { status: 503 }),
    () => Response.json(payment(), { status: 201 }),
  ]
  const { keys } = openPage({ '/api/payments': () => answers.shift()?.() })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99' }))
  await screen.findByRole('heading', { name: 'Sandbox: no money moves' }, { timeout: 4000 })
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test('a payment that waits for its confirmation already is shown instead of a second one', async () => {
  const waiting = { message: 'Waiting.', code: 'payment-pending', requestId: 'r', details: { paymentId: ID } }
  openPage({
    '/api/payments': () => Response.json(waiting, { status: 409 }),
    [`/api/payments/${ID}`]: () => payment({ state: 'pending' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99' }))
  expect(await screen.findByText('Waiting for confirmation')).toBeTruthy()
})

test('a failure says why, and trying again leads back to the ways of paying', async () => {
  openPage({ [`/api/payments/${ID}/sandbox`]: () => payment({ state: 'failed', failure: 'The card was declined.' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Play failure' }))
  expect(await screen.findByText(/The card was declined\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pay $99' })).toBeTruthy())
})
