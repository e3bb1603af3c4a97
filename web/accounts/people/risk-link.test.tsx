import { cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient, USER_KEY } from '#web/platform/query.ts'
import { TOKEN_KEY } from '#web/platform/token.ts'
import { person, playServer } from '#web/shell/stage.test-support.tsx'
import { RiskLink } from './risk-link.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '0190a000-0000-7000-8000-00000000beef'

function show(role: 'owner' | 'reviewer' | 'auctioneer' | 'cashier') {
  playServer({})
  localStorage.setItem(TOKEN_KEY, 'a token')
  const client = createQueryClient()
  client.setQueryData(USER_KEY, person({ role }))
  render(
    <QueryClientProvider client={client}>
      <RiskLink about="seller" id={ID} name="Ada Motors" />
    </QueryClientProvider>,
  )
  return screen.queryByRole('link', { name: 'Risk signals about lots of Ada Motors' })
}

test('a risk link names what it is about and leads to those signals only', () => {
  expect(show('reviewer')?.getAttribute('href')).toBe(`/admin/risks?seller=${ID}`)
  cleanup()
  expect(show('owner')).not.toBeNull()
})

test('those who may not see risk signals get no link to them', () => {
  expect(show('auctioneer')).toBeNull()
  cleanup()
  expect(show('cashier')).toBeNull()
})
