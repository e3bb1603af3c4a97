import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FEE, ID, payment } from '#web/payments/payment.test-support.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const member = person({ hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null })

function openPage(answers: Record<string, unknown> = {}, changes: object = {}, search = '') {
  let paidAt: number | null = null
  const { fetched } = openApp(`/payment${search}`, member, {
    '/api/membership': () => ({ ...FEE, paidAt, receipt: paidAt && 'R-1', ...changes }),
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
  const calls = (path: string) => fetched.mock.calls.filter(([url]) => String(url) === path).length
  return { keys, calls }
}

test('the sandbox says that no money moves, and its success ends in the receipt', async () => {
  openPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99.00' }))
  expect(await screen.findByRole('heading', { name: 'Test payment, no charge' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Simulate success' }))
  expect(await screen.findByText('Fee paid')).toBeTruthy()
  expect(screen.getByText('R-1')).toBeTruthy()
})

test('two presses in a row start one payment', async () => {
  const { keys } = openPage()
  const pay = await screen.findByRole('button', { name: 'Pay $99.00' })
  fireEvent.click(pay)
  fireEvent.click(pay)
  await screen.findByRole('heading', { name: 'Test payment, no charge' })
  expect(keys()).toHaveLength(1)
})

test('a request repeated after no answer carries the same key', async () => {
  const answers = [
    () => Response.json({ message: 'Busy.', code: 'busy', requestId: 'r' }, { status: 503 }),
    () => Response.json(payment(), { status: 201 }),
  ]
  const { keys } = openPage({ '/api/payments': () => answers.shift()?.() })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99.00' }))
  await screen.findByRole('heading', { name: 'Test payment, no charge' }, { timeout: 4000 })
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test('a payment already waiting for confirmation is shown instead of a second one', async () => {
  const waiting = { message: 'Waiting.', code: 'payment-pending', requestId: 'r', details: { paymentId: ID } }
  openPage({
    '/api/payments': () => Response.json(waiting, { status: 409 }),
    [`/api/payments/${ID}`]: () => payment({ state: 'pending' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99.00' }))
  expect(await screen.findByText('Waiting for confirmation')).toBeTruthy()
})

test('a failure says why, and trying again leads back to the payment methods', async () => {
  openPage({ [`/api/payments/${ID}/sandbox`]: () => payment({ state: 'failed', failure: 'The card was declined.' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $99.00' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Simulate failure' }))
  expect(await screen.findByText(/The card was declined\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pay $99.00' })).toBeTruthy())
})

const TRANSFER = {
  kind: 'iban' as const,
  reference: 'RF18 5390 0754 7034',
  holder: 'Paddock',
  iban: 'GB33 BUKB',
  bic: 'BUKBGB22',
  bank: 'A Bank',
}

test('a transfer shows reference, account and the amount received, and is found again without its URL', async () => {
  const waiting = payment({ provider: 'transfer', state: 'pending', transfer: TRANSFER, received: 4000 })
  openPage({ [`/api/payments/${ID}`]: () => waiting }, { providers: ['transfer'], lastPayment: ID })
  expect(await screen.findByRole('heading', { name: 'Send $59.00 from your bank' })).toBeTruthy()
  expect(screen.getByText('RF18 5390 0754 7034')).toBeTruthy()
  expect(screen.getByText('We received $40.00')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull()
})

test('a transfer to an account in the United States names its routing and account number', async () => {
  const account = {
    kind: 'us' as const,
    holder: 'Paddock',
    routingNumber: '110000000',
    accountNumber: '000123456789',
    bank: 'A Bank',
  }
  const transfer = { reference: TRANSFER.reference, ...account }
  const waiting = payment({ provider: 'transfer', state: 'pending', transfer })
  openPage({ [`/api/payments/${ID}`]: () => waiting }, { providers: ['transfer'], lastPayment: ID })
  expect(await screen.findByText('110000000')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy Routing number' })).toBeTruthy()
  expect(screen.getByText('000123456789')).toBeTruthy()
  expect(screen.queryByText('IBAN')).toBeNull()
})

test('a transfer not sent yet can be replaced by another payment method', async () => {
  const waiting = payment({ provider: 'transfer', state: 'pending', transfer: TRANSFER })
  const { calls } = openPage(
    {
      [`/api/payments/${ID}`]: () => waiting,
      [`/api/payments/${ID}/abandon`]: () =>
        payment({ ...waiting, state: 'failed', failure: 'You chose to pay another way.' }),
    },
    { lastPayment: ID },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Pay another way' }))
  expect(await screen.findByRole('button', { name: 'Pay $99.00' })).toBeTruthy()
  expect(calls(`/api/payments/${ID}/abandon`)).toBe(1)
})

test('coming back from the card page without paying says that nothing was charged, with a link to continue', async () => {
  const payUrl = 'https://checkout.stripe.test/cs_1'
  openPage({ [`/api/payments/${ID}`]: () => payment({ provider: 'stripe', payUrl }) }, {}, `?payment=${ID}&left=1`)
  expect(await screen.findByText('You left the payment page')).toBeTruthy()
  expect(screen.getByText(/You weren’t charged/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to payment page' }).getAttribute('href')).toBe(payUrl)
})

test('a double payment is shown as being refunded', async () => {
  const refund = {
    id: ID,
    amount: 9900,
    reason: 'Paid already.',
    state: 'under-way' as const,
    receipt: null,
    createdAt: 1,
    settledAt: null,
  }
  const twice = payment({
    state: 'failed',
    failure: 'This had been paid.',
    received: 9900,
    refunded: 9900,
    refunds: [refund],
  })
  openPage({ [`/api/payments/${ID}`]: () => twice }, {}, `?payment=${ID}`)
  expect(await screen.findByText('This was already paid')).toBeTruthy()
  expect(screen.getByText(/We’re refunding \$99\.00/)).toBeTruthy()
  expect(screen.queryByText(/You weren’t charged/)).toBeNull()
})

test('the fee is refunded after a confirmation, and its deadline is shown', async () => {
  const paid = {
    paidAt: 1_700_000_000_000,
    receipt: 'R-2026-000001',
    lastPayment: ID,
    refundableUntil: 1_701_000_000_000,
  }
  const { calls } = openPage(
    {
      [`/api/payments/${ID}`]: () => payment({ state: 'succeeded', receipt: 'R-2026-000001', received: 9900 }),
      '/api/membership/refund': () => payment({ state: 'refunded' }),
    },
    paid,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Request refund' }))
  expect(await screen.findByText(/Your membership ends immediately/)).toBeTruthy()
  expect(calls('/api/membership/refund')).toBe(0)
  fireEvent.click(screen.getAllByRole('button', { name: 'Request refund' }).at(-1)!)
  await waitFor(() => expect(calls('/api/membership/refund')).toBe(1))
})

test('where the fee stays, the page says why', async () => {
  const words = 'You placed a bid, so the fee is not refundable.'
  openPage({}, { paidAt: 1, receipt: 'R-1', notRefundable: words })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Request refund' })).toBeNull()
})

test('a permanently rejected person is offered no payment, and sees the state of the fee', async () => {
  const why = 'Your identity could not be verified, so there is no fee to pay.'
  const refund = {
    id: ID,
    amount: 9900,
    reason: 'The fee goes back to you.',
    state: 'succeeded' as const,
    receipt: 'B-2026-000001',
    createdAt: 1,
    settledAt: 2,
  }
  openPage(
    {
      [`/api/payments/${ID}`]: () => payment({ state: 'refunded', received: 9900, refunded: 9900, refunds: [refund] }),
    },
    { closed: why, lastPayment: ID },
  )
  expect(await screen.findByText(why)).toBeTruthy()
  expect(await screen.findByText(/We refunded \$99\.00 on/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})
