import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { playServer } from '#web/shell/stage.test-support.tsx'
import { RelistVehicles } from './relist-vehicles.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (title: string) => ({ items: [{ id: title, title, currency: 'USD' }], pages: 2 })

test('unsold vehicles can go into any planned auction, also one from a later page of the list', async () => {
  playServer({ '/api/admin/auctions': page('Spring'), '/api/admin/auctions?state=not-begun&page=2': page('Summer') })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RelistVehicles vehicles={[]} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /Relist selected/ }))
  expect(await screen.findByRole('option', { name: 'Spring (USD)' })).toBeTruthy()
  expect(screen.getByRole('option', { name: 'Summer (USD)' })).toBeTruthy()
})
