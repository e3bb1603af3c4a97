// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { LOT_ID, standing } from '../lot.test-support.ts'
import { EnterBid } from './enter-bid.tsx'

const CLIENT = {
  accountId: '0190a000-0000-7000-8000-00000000beef',
  paddle: 117,
  name: 'Chidi Okafor',
  eligibility: { lotId: LOT_ID, can: 'bid', overBy: null },
}

/** A moment long enough for the second press to count, in ms. */
const MOMENT_MS = 500
const REAL_NOW = performance.now.bind(performance)

let sent: Record<string, unknown>[]
let answer: () => Response
let skippedMs: number

beforeEach(() => {
  sent = []
  skippedMs = 0
  answer = () => Response.json({ leading: true, price: 50_000 })
  vi.spyOn(performance, 'now').mockImplementation(() => REAL_NOW() + skippedMs)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.includes('/desk-bids')) return Promise.resolve(Response.json(CLIENT))
    sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>)
    return Promise.resolve(answer())
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function entryOf(changes: Parameters<typeof standing>[0]) {
  return (
    <QueryClientProvider client={client}>
      <EnterBid standing={standing(changes)} currency="USD" />
    </QueryClientProvider>
  )
}

const client = createQueryClient()
const OPEN = { status: 'open', sequence: 4, nextBid: 50_000 } as const

function type(number: string) {
  fireEvent.change(screen.getByLabelText('Client number'), { target: { value: number } })
}

const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('the second press sends the client’s bid on the standing that was seen, and the number stays for the next', async () => {
  const { rerender } = render(entryOf(OPEN))
  expect(document.activeElement).toBe(screen.getByLabelText('Client number'))
  type('117')
  await screen.findByRole('link', { name: 'Chidi Okafor' })
  press(/^Enter bid of \$500$/)
  press(/^Confirm bid of \$500 for 117$/)
  expect(sent).toEqual([])
  skippedMs += MOMENT_MS
  press(/^Confirm bid of \$500 for 117$/)
  await screen.findByText('Paddle 117 leads at $500.')
  expect(sent).toMatchObject([{ paddle: 117, mark: 'floor', amount: 50_000, seen: 4 }])
  rerender(entryOf({ ...OPEN, sequence: 5, nextBid: 52_500 }))
  expect(screen.getByLabelText<HTMLInputElement>('Client number').value).toBe('117')
  screen.getByRole('button', { name: 'Enter bid of $525' })
})

test('a lot that moves between the presses, or an entry that changes, has to be confirmed again', () => {
  const { rerender } = render(entryOf(OPEN))
  type('117')
  press(/^Enter bid/)
  rerender(entryOf({ ...OPEN, sequence: 5, nextBid: 52_500 }))
  screen.getByRole('button', { name: 'Enter bid of $525' })
  press(/^Enter bid/)
  type('118')
  screen.getByRole('button', { name: 'Enter bid of $525' })
  expect(sent).toEqual([])
})

test('a refusal says why, and nothing is sent without a number', async () => {
  answer = () =>
    Response.json({ code: 'standing-moved', message: 'The lot has moved.', requestId: '1' }, { status: 409 })
  render(entryOf(OPEN))
  press(/^Enter bid/)
  screen.getByText('Enter the client’s number.')
  type('117')
  press(/^Enter bid/)
  skippedMs += MOMENT_MS
  press(/^Confirm/)
  await screen.findByText('The lot has moved.')
})

test('before its lot opens a client sets a maximum', () => {
  render(entryOf({ status: 'scheduled', sequence: 0, nextBid: 50_000 }))
  screen.getByRole('button', { name: 'Enter maximum of $500' })
})
