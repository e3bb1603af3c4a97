// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Halt } from '#contract/halts.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { HaltControl } from './halt-control.tsx'

const SALE = '01890000-0000-7000-8000-000000000001'

function halt(changes: Partial<Halt> = {}): Halt {
  return {
    id: '01890000-0000-7000-8000-000000000002',
    auctionId: SALE,
    saleTitle: 'Thursday sale',
    reason: 'Fire alarm in the yard',
    startedAt: Date.now(),
    startedBy: 'Aukje',
    lots: 12,
    ...changes,
  }
}

/** Opens the control; what is sent is kept, and answered with a halt. */
function open(items: Halt[], auctionId: string | null, mayAct = true): { url: string; body: unknown }[] {
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Promise.resolve(Response.json({ items }))
    sent.push({ url, body: JSON.parse(String(init.body)) })
    const now = url.endsWith('/pause') ? [halt({ auctionId })] : []
    return Promise.resolve(Response.json({ items: now, changed: 12, more: false }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HaltControl auctionId={auctionId} mayAct={mayAct} />
    </QueryClientProvider>,
  )
  return sent
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a sale is paused with a reason and one more press, and then can be let go on', async () => {
  const sent = open([], SALE)
  fireEvent.click(await screen.findByRole('button', { name: 'Pause all lots' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pause all lots now' }))
  expect(await screen.findByText('Give a reason.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Fire alarm ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pause all lots now' }))
  expect(await screen.findByText('This sale stands still')).toBeTruthy()
  expect(sent).toEqual([{ url: `/api/admin/auctions/${SALE}/pause`, body: { reason: 'Fire alarm' } }])
  expect(screen.getByText(/12 lots wait/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Let all lots go on' })).toBeTruthy()
})

it('the whole house has an act of its own', async () => {
  const sent = open([halt({ auctionId: null })], null)
  expect(await screen.findByText('All sales stand still')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Let all sales go on' }))
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'The storm is over' } })
  fireEvent.click(screen.getByRole('button', { name: 'Let all sales go on now' }))
  expect(await screen.findByRole('button', { name: 'Pause all sales' })).toBeTruthy()
  expect(sent).toEqual([{ url: '/api/admin/resumption', body: { reason: 'The storm is over' } }])
})

it('who may not act sees what stands still and why, and no button', async () => {
  open([halt({ auctionId: null, reason: 'Storm', lots: 1 })], SALE, false)
  expect(await screen.findByText('Storm')).toBeTruthy()
  expect(screen.getByText(/1 lot waits/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
