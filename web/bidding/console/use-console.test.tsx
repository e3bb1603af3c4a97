// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import { standing } from '../lot.test-support.ts'
import { useLedger } from '../use-live-lot.ts'
import { useConsole } from './use-console.ts'

const heard: ((message: FeedMessage) => void)[] = []
vi.mock('#web/platform/feed.ts', () => ({
  useFeed: (_: unknown, hear: (message: FeedMessage) => void) => void heard.push(hear),
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the log of the console has a bid as soon as the feed reports it, and what the feed missed once it is back', async () => {
  const items: object[] = []
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items, next: null })))
  const read = { items: [], leaders: [], reserves: [], ownLots: [] }
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => read } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const seen = standing()
  const { result } = renderHook(() => [useConsole('a'), useLedger(seen.lotId)] as const, { wrapper })
  await waitFor(() => expect(result.current[1].isLoading).toBe(false))
  const line = { sequence: 1, at: 1, type: 'lot-opened' } as never
  act(() => heard.at(-1)!({ type: 'lot', serverTime: 1, standing: seen, lines: [line] } as never))
  await waitFor(() => expect(result.current[1].lines).toEqual([line]))
  const missed = { sequence: 2, at: 2, type: 'paused' }
  items.push({ line: missed }, { line })
  act(() => heard.at(-1)!({ type: 'resync', serverTime: 2 } as never))
  await waitFor(() => expect(result.current[1].lines).toEqual([missed, line]))
})
