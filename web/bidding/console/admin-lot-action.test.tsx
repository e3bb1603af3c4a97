// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LOT } from '#web/lots/lot.test-support.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { standing } from '../lot.test-support.ts'
import { LotAction } from './admin-lot-action.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the sale of a vehicle that was picked up is undone only once staff say that it is back', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body)) as { isBack: boolean }
    sent.push(body)
    const refused = { message: 'The buyer has picked the vehicle up.', code: 'vehicle-collected', requestId: 'r' }
    return Promise.resolve(body.isBack ? Response.json(standing()) : Response.json(refused, { status: 409 }))
  })
  const onClose = vi.fn()
  const subject = { action: 'void-sale', lot: LOT, standing: standing({ status: 'sold' }), currency: 'USD' } as const
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LotAction subject={subject} onClose={onClose} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong lot' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByLabelText('We have the vehicle back')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo sale now' }))
  expect(await screen.findByText(/The buyer has picked the vehicle up/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('We have the vehicle back'))
  fireEvent.click(screen.getByRole('button', { name: 'Undo sale now' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(standing()))
  // A refused request is repeated once.
  expect(sent).toEqual([false, false, true].map((isBack) => ({ reason: 'Wrong lot', cause: 'mistake', isBack })))
})
