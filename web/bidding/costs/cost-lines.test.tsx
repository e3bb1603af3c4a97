import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { TERMS } from '#web/shell/stage.test-support.tsx'
import { CostLines } from './cost-lines.tsx'

const terms = {
  ...TERMS,
  premium: [{ from: 0, basisPoints: 1000 }],
  fixedFees: [{ label: 'Gate', amount: 45_00 }],
  taxBasisPoints: 800,
  taxLabel: 'Sales tax',
}

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json(terms)))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the cost of a win is shown line by line, with a row for tax, and the rows add up to the total', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CostLines lotId="one" hammer={1000_00} currency="USD" />
    </QueryClientProvider>,
  )
  await screen.findByText('Sales tax')
  const names = screen.getAllByRole('term').map((one) => one.textContent)
  const amounts = screen.getAllByRole('definition').map((one) => Number(one.textContent?.replaceAll(/[^\d.]/g, '')))
  expect(names).toEqual(['Hammer price', 'Buyer’s premium', 'Gate', 'Sales tax'])
  expect(amounts).toEqual([1000, 100, 45, 91.6])
  expect(screen.getByText('$1,236.60')).toBeTruthy()
})
