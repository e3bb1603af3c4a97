import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/feed.ts'
import type { FeedHandler, FeedState } from '../platform/feed.ts'
import { createQueryClient, USER_KEY } from '../platform/query.ts'
import LiveAccount from './live-account.tsx'
import { person } from './stage.test-model.tsx'

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

function heard(message: FeedMessage): boolean {
  const { isAskedAgain } = show()
  act(() => handler?.(message, false))
  return isAskedAgain()
}

test('a change of the account makes the page ask who is there', () => {
  expect(heard({ type: 'account', serverTime: 1 })).toBe(true)
})

test('so does a feed that fell behind', () => {
  expect(heard({ type: 'resync', serverTime: 1 })).toBe(true)
})

test('the time alone does not', () => {
  expect(heard({ type: 'time', serverTime: 1 })).toBe(false)
})

test('a change that the feed told before anybody listened is not lost', () => {
  changedAt = Date.now() + 1
  expect(show().isAskedAgain()).toBe(true)
})

test('one from before the person was read is known already', () => {
  changedAt = Date.now() - 1000
  expect(show().isAskedAgain()).toBe(false)
})

test('what changed while the feed was reconnecting is read when it is back', () => {
  const { isAskedAgain, feedIs } = show()
  feedIs('reconnecting')
  expect(isAskedAgain()).toBe(false)
  feedIs('live')
  expect(isAskedAgain()).toBe(true)
})
