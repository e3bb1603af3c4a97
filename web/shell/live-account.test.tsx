import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/feed.ts'
import type { FeedHandler } from '../platform/feed.ts'
import { createQueryClient } from '../platform/query.ts'
import { USER_KEY } from '../platform/session.tsx'
import LiveAccount from './live-account.tsx'
import { person } from './stage.test-model.tsx'

let handler: FeedHandler | undefined
vi.mock('../platform/feed.ts', () => ({
  useFeed: (_: object, given: FeedHandler) => void (handler = given),
}))

afterEach(cleanup)

function heard(message: FeedMessage): boolean {
  const client = createQueryClient()
  client.setQueryData(USER_KEY, person())
  render(
    <QueryClientProvider client={client}>
      <LiveAccount />
    </QueryClientProvider>,
  )
  act(() => handler?.(message, false))
  return client.getQueryState(USER_KEY)?.isInvalidated === true
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
