import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { FeedHandler, FeedState } from './feed.ts'
import { createQueryClient } from './query.ts'
import { useStaffLists } from './staff-lists.ts'

let send: FeedHandler
let status: FeedState['status']
vi.mock('./feed.ts', () => ({
  useFeed: (_: object, handler: FeedHandler) => {
    send = handler
    return { status, since: 0 }
  },
}))

const QUESTIONS = '/api/admin/questions'
const PAYMENTS = '/api/admin/payments'
const REFUNDS = '/api/admin/refunds'

let reads: string[]
let show: () => void

beforeEach(() => {
  status = 'live'
  return open()
})
afterEach(cleanup)

/** The lists, loaded for the first time. */
async function open(): Promise<void> {
  reads = []
  const client = createQueryClient()
  const shown = () => (
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>
  )
  const { rerender } = render(shown())
  show = () => rerender(shown())
  await vi.waitFor(() => expect(reads).toEqual([QUESTIONS, PAYMENTS, REFUNDS]))
  reads = []
}

function Page() {
  useStaffLists()
  return [QUESTIONS, PAYMENTS, REFUNDS].map((path) => <List key={path} path={path} />)
}

function List({ path }: { path: string }) {
  useQuery({ queryKey: [path, { page: 1 }], queryFn: () => reads.push(path), staleTime: 0 })
  return null
}

async function reloadedAfter(message: FeedMessage): Promise<string[]> {
  await act(async () => send(message, false))
  return reads
}

test('a list that changed is reloaded, and no other', async () => {
  expect(await reloadedAfter({ type: 'staff', serverTime: 1, topic: 'questions' })).toEqual([QUESTIONS])
})

test('a topic with two lists reloads both', async () => {
  expect(await reloadedAfter({ type: 'staff', serverTime: 1, topic: 'payments' })).toEqual([PAYMENTS, REFUNDS])
})

test('other messages reload nothing', async () => {
  expect(await reloadedAfter({ type: 'notified', serverTime: 1 })).toEqual([])
})

test('a feed that fell behind reloads every list', async () => {
  expect(await reloadedAfter({ type: 'resync', serverTime: 1 })).toEqual([QUESTIONS, PAYMENTS, REFUNDS])
})

test('a page opened before the feed is connected reloads once it is', async () => {
  cleanup()
  status = 'connecting'
  await open()
  status = 'live'
  await act(async () => show())
  expect(reads).toEqual([QUESTIONS, PAYMENTS, REFUNDS])
})

test('so does a restored connection, since messages were missed; a lost one alone does not', async () => {
  status = 'reconnecting'
  await act(async () => show())
  expect(reads).toEqual([])
  status = 'live'
  await act(async () => show())
  expect(reads).toEqual([QUESTIONS, PAYMENTS, REFUNDS])
})
