import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { FeedHandler, FeedState } from '../platform/feed.ts'
import { createQueryClient, USER_KEY } from '../platform/query.ts'
import LiveAccount from './live-account.tsx'
import { person } from './stage.test-support.tsx'

let handler: FeedHandler | undefined
let status: FeedState['status'] = 'live'
let changedAt = 0
vi.mock('../platform/feed.ts', () => ({
  useFeed: (_: object, given: FeedHandler) => {
    handler = given
    return { status, since: 0 }
  },
  accountChangedAt: () => changedAt,
}))

afterEach(() => {
  cleanup()
  status = 'live'
  changedAt = 0
})

function show() {
  const client = createQueryClient()
  client.setQueryData(USER_KEY, person())
  const page = () => (
    <QueryClientProvider client={client}>
      <LiveAccount />
    </QueryClientProvider>
  )
  const { rerender } = render(page())
  return {
    isAskedAgain: () => client.getQueryState(USER_KEY)?.isInvalidated === true,
    feedIs(next: FeedState['status']) {
      status = next
      rerender(page())
    },
  }
}

function reloadedAfter(message: FeedMessage): boolean {
  const { isAskedAgain } = show()
  act(() => handler?.(message, false))
  return isAskedAgain()
}

test('a change of the account reloads the person', () => {
  expect(reloadedAfter({ type: 'account', serverTime: 1 })).toBe(true)
})

test('so does a feed that fell behind', () => {
  expect(reloadedAfter({ type: 'resync', serverTime: 1 })).toBe(true)
})

test('a time message alone does not', () => {
  expect(reloadedAfter({ type: 'time', serverTime: 1 })).toBe(false)
})

test('a change reported before anything subscribed is not lost', () => {
  changedAt = Date.now() + 60_000
  expect(show().isAskedAgain()).toBe(true)
})

test('a change from before the person was loaded does not reload', () => {
  changedAt = Date.now() - 60_000
  expect(show().isAskedAgain()).toBe(false)
})

test('changes missed while the feed was reconnecting are loaded afterwards', () => {
  const { isAskedAgain, feedIs } = show()
  feedIs('reconnecting')
  expect(isAskedAgain()).toBe(false)
  feedIs('live')
  expect(isAskedAgain()).toBe(true)
})
