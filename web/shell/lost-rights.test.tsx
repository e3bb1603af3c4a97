import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/accounts.ts'
import { createQueryClient, USER_KEY } from '../platform/query.ts'
import { readToken } from '../platform/token.ts'
import { useLostRights } from './lost-rights.ts'
import { person, playServer } from './stage.test-support.tsx'

const LOT = '/api/lots/by-number/1042'

beforeEach(() => localStorage.setItem('authToken', 'secret'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Page() {
  useLostRights()
  useQuery({ queryKey: [LOT], retry: false })
  return null
}

/** A page with a lot, for a person who then loses their rights. Returns how often the lot was read, and what remains of it. */
async function become(next: User | null) {
  const fetched = playServer({ '/api/user': person(), [LOT]: { title: '2010 Kiri Urban' } })
  const client = createQueryClient()
  client.setQueryData(USER_KEY, person())
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryData([LOT])).toBeTruthy())
  playServer({ [LOT]: null })
  const reads = () => fetched.mock.calls.filter(([url]) => url === LOT).length
  expect(reads()).toBe(1)
  act(() => void client.setQueryData(USER_KEY, next))
  return client
}

test('a session ended elsewhere removes its token and all data read with it', async () => {
  const client = await become(null)
  await waitFor(() => expect(client.getQueryState([LOT])?.status).toBe('error'))
  expect(client.getQueryData([LOT])).toBeUndefined()
  expect(readToken()).toBeNull()
})

test('a suspension keeps the token and removes what only a verified member may see', async () => {
  const client = await become(person({ accountStatus: 'suspended' }))
  await waitFor(() => expect(client.getQueryData([LOT])).toBeUndefined())
  expect(readToken()).toBe('secret')
})

test('any other account change keeps what is on the page', async () => {
  const client = await become(person({ biddingLimit: 5000 }))
  await act(() => Promise.resolve())
  expect(client.getQueryData([LOT])).toEqual({ title: '2010 Kiri Urban' })
})
