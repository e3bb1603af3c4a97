import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/platform/client.ts'
import { useReadStandings } from './read-standings.ts'
import MemberResults from './member-results.tsx'

const feed = vi.hoisted(() => ({ tell: (_message: { type: string }) => {} }))
vi.mock('#web/platform/feed.ts', () => ({
  useFeed: (_wants: object, tell: (message: { type: string }) => void) => {
    feed.tell = tell
  },
}))

const LOTS = ['01a22275-a45a-7808-b1d0-17f94af4d677']

function Search() {
  useReadStandings(LOTS, true)
  return <MemberResults lotIds={LOTS} seesPrices />
}

test('the prices of a search are read again after the feed has lost its place', async () => {
  const fetched = vi.fn(async () => Response.json({ items: [] }))
  vi.stubGlobal('fetch', fetched)
  const standingsAsked = () => fetched.mock.calls.flat().filter((url) => String(url).includes('/api/standings')).length
  const screen = () => (
    <QueryClientProvider client={queryClient}>
      <Search />
    </QueryClientProvider>
  )
  const { rerender } = render(screen())
  await vi.waitFor(() => expect(standingsAsked()).toBe(1))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  rerender(screen())
  feed.tell({ type: 'resync' })
  await vi.waitFor(() => expect(standingsAsked()).toBe(2))
})
