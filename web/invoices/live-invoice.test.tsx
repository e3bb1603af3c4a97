import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { detail, ID, invoice, MEMBERSHIP } from './invoice.test-support.ts'

/** The feed's messages to this tab. The feed outlives a page, and so a test: when a stream ends it requests the next one. */
let stream: ReadableStreamDefaultController<Uint8Array> | undefined

afterEach(() => {
  cleanup()
  stream?.close()
  vi.unstubAllGlobals()
})

const OVERDUE = invoice({ state: 'overdue' })
const PAID = invoice({ state: 'paid', paid: OVERDUE.total, owed: 0 })

/** The server, with its current state of the invoice, and its feed to this tab. */
function openTab(path: string) {
  let held: Invoice = OVERDUE
  let opened = 0
  openApp(path, person(), {
    '/api/invoices': () => ({ items: [held], next: null, owed: [] }),
    [`/api/invoices/${ID}`]: () => detail(held),
    '/api/membership': MEMBERSHIP,
    '/api/feed': () => {
      opened += 1
      return new Response(new ReadableStream({ start: (given) => void (stream = given) }))
    },
  })
  const say = (message: FeedMessage) =>
    act(async () => {
      stream!.enqueue(new TextEncoder().encode(`event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`))
    })
  return {
    connected: (times: number) => waitFor(() => expect(opened).toBe(times), { timeout: 5000 }),
    /** The payment arrives, from another tab or from the bank; this tab has not been notified yet. */
    payElsewhere: () => (held = PAID),
    say,
    drop: () => act(async () => stream!.close()),
  }
}

const standing = () => screen.findByRole('region', { name: 'Status' })

test('an invoice paid in another tab turns from overdue to paid here, without a reload', async () => {
  const tab = openTab(`/invoices?invoice=${ID}`)
  expect(within(await standing()).getByText('Overdue')).toBeTruthy()
  await tab.connected(1)
  tab.payElsewhere()
  await tab.say({ type: 'time', serverTime: 1 })
  expect(within(await standing()).getByText('Overdue')).toBeTruthy()
  await tab.say({ type: 'money', serverTime: 2 })
  await waitFor(async () => expect(within(await standing()).queryByText('Overdue')).toBeNull())
  expect(within(await standing()).getAllByText('Paid').length).toBeGreaterThan(0)
})

test('so does one that was paid while this tab was offline, once it is back', async () => {
  const tab = openTab(`/invoices?invoice=${ID}`)
  expect(within(await standing()).getByText('Overdue')).toBeTruthy()
  await tab.connected(1)
  await tab.say({ type: 'time', serverTime: 1 })
  tab.payElsewhere()
  await tab.drop()
  await tab.connected(2)
  await waitFor(async () => expect(within(await standing()).queryByText('Overdue')).toBeNull())
})
