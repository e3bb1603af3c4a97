import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { person } from '../shell/stage.test-support.tsx'
import { useFeed } from './feed.ts'
import * as leave from './leave.ts'
import { createQueryClient } from './query.ts'
import { logIn, logOut } from './session.tsx'

vi.spyOn(leave, 'goHome').mockImplementation(() => {})

afterEach(() => vi.unstubAllGlobals())

/** The feeds opened, by identity, each with whether it is still open. */
function listen() {
  const feeds: { bearer: string | null; signal: AbortSignal | null | undefined }[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, init) => {
      if (url !== '/api/feed') return Response.json({})
      feeds.push({ bearer: new Headers(init?.headers).get('authorization'), signal: init?.signal })
      // Like a live feed, it does not end on its own.
      return new Response(new ReadableStream({}))
    }),
  )
  return () => feeds.map(({ bearer, signal }) => `${bearer} ${signal?.aborted === true ? 'closed' : 'open'}`)
}

test('the feed follows a sign-in or sign-out in this tab, without a reload', async () => {
  const feeds = listen()
  const client = createQueryClient()
  renderHook(() => useFeed({}, () => {}))
  await Promise.resolve()
  expect(feeds()).toEqual([])

  logIn(client, { token: 'ada', user: person() })
  await waitFor(() => expect(feeds()).toEqual(['Bearer ada open']))
  logIn(client, { token: 'rita', user: person() })
  await waitFor(() => expect(feeds()).toEqual(['Bearer ada closed', 'Bearer rita open']))
  await logOut(client)
  expect(feeds()).toEqual(['Bearer ada closed', 'Bearer rita closed'])
})

test('it follows a sign-in in another tab, too', async () => {
  const feeds = listen()
  renderHook(() => useFeed({}, () => {}))
  localStorage.setItem('authToken', 'boris')
  window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
  await waitFor(() => expect(feeds()).toEqual(['Bearer boris open']))
})
