// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Halt } from '#contract/bidding/halts.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { HaltControl } from './halt-control.tsx'

const AUCTION = '01890000-0000-7000-8000-000000000001'

function halt(changes: Partial<Halt> = {}): Halt {
  return {
    id: '01890000-0000-7000-8000-000000000002',
    auctionId: AUCTION,
    auctionTitle: 'Thursday auction',
    reason: 'Fire alarm in the yard',
    startedAt: Date.now(),
    startedBy: 'Aukje',
    lots: 12,
    ...changes,
  }
}

/** Opens the control; requests are recorded and answered with a halt. */
function open(items: Halt[], auctionId: string | null, mayTakeAction = true): { url: string; body: unknown }[] {
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Promise.resolve(Response.json({ items }))
    sent.push({ url, body: JSON.parse(String(init.body)) })
    const now = url.endsWith('/pause') ? [halt({ auctionId })] : []
    return Promise.resolve(Response.json({ items: now, changed: 12, more: false }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HaltControl auctionId={auctionId} mayTakeAction={mayTakeAction} />
    </QueryClientProvider>,
  )
  return sent
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('an auction is paused with a reason and a second press, and can then be resumed', async () => {
  const sent = open([], AUCTION)
  fireEvent.click(await screen.findByRole('button', { name: 'Pause all lots' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pause all lots now' }))
  expect(await screen.findByText('Give a reason.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Fire alarm ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pause all lots now' }))
  expect(await screen.findByText('This auction is paused')).toBeTruthy()
  expect(sent).toEqual([{ url: `/api/admin/auctions/${AUCTION}/pause`, body: { reason: 'Fire alarm' } }])
  expect(screen.getByText(/12 lots paused/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Resume all lots' })).toBeTruthy()
})

it('all auctions together have their own action', async () => {
  const sent = open([halt({ auctionId: null })], null)
  expect(await screen.findByText('All auctions are paused')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Resume all auctions' }))
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'The storm is over' } })
  fireEvent.click(screen.getByRole('button', { name: 'Resume all auctions now' }))
  expect(await screen.findByRole('button', { name: 'Pause all auctions' })).toBeTruthy()
  expect(sent).toEqual([{ url: '/api/admin/resumption', body: { reason: 'The storm is over' } }])
})

it('people who may not act see what is paused and why, and no button', async () => {
  open([halt({ auctionId: null, reason: 'Storm', lots: 1 })], AUCTION, false)
  expect(await screen.findByText('Storm')).toBeTruthy()
  expect(screen.getByText(/1 lot paused/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
