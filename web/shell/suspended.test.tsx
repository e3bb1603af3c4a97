import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, person } from './stage.test-support.tsx'

// The stream has its own tests.
vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const sven = person({ accountStatus: 'suspended' })
const why = () => screen.findByText(/This account isn’t active/, {}, { timeout: 5000 })

test('a suspended member reads on /verification-pending that the account is not active, and not that all is set', async () => {
  openApp('/verification-pending', sven)
  expect(await why()).toBeTruthy()
  expect(screen.queryByText(/all set/)).toBeNull()
})

test('a suspended member reads on /my-bids why there are no bids, and nothing is requested that is refused', async () => {
  const { fetched } = openApp('/my-bids', sven)
  expect(await why()).toBeTruthy()
  const asked = fetched.mock.calls.map(([url]) => String(url).split('?', 1)[0])
  for (const path of ['/api/my-bids', '/api/buying-power', '/api/pending-bids']) expect(asked).not.toContain(path)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
