import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { playServer } from '#web/shell/stage.test-support.tsx'
import { AuctionHero } from './auction-hero-choice.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AUCTION = { id: '0190a000-0000-7000-8000-000000000001', heroPhoto: null } as StaffAuction
const PICTURED = { id: 'lot-1', vehicleId: 'vehicle-1', lotNumber: 1001, title: '2010 Kiri Urban', photoCount: 5 }
const BARE = { id: 'lot-2', vehicleId: 'vehicle-2', lotNumber: 1002, title: '2014 Mule Cargo', photoCount: 0 }
const HERO = '/photos/0190a000-960.webp'

function open(auction: StaffAuction, lots: object[], answer: unknown) {
  const bodies: unknown[] = []
  const onChange = vi.fn()
  playServer({
    [`/api/admin/auctions/${AUCTION.id}/hero`]: (_: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)))
      return answer instanceof Response ? answer.clone() : answer
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuctionHero auction={auction} lots={lots as EnteredLot[]} onChange={onChange} />
    </QueryClientProvider>,
  )
  return { bodies, onChange }
}

test('a vehicle with photos can be chosen to represent the auction', async () => {
  const { bodies, onChange } = open(AUCTION, [PICTURED, BARE], { heroPhoto: HERO })
  expect(screen.getByText('No photo yet')).toBeTruthy()
  const use = screen.getByRole('button', { name: 'Use first photo' })
  expect(use).toHaveProperty('disabled', true)
  const vehicle = screen.getByLabelText('Vehicle')
  expect(within(vehicle).queryByText(/Mule Cargo/)).toBeNull()
  fireEvent.change(vehicle, { target: { value: 'vehicle-1' } })
  fireEvent.click(use)
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ ...AUCTION, heroPhoto: HERO }))
  expect(bodies).toEqual([{ vehicleId: 'vehicle-1' }])
})

test('the photo is shown and can be removed', async () => {
  const { bodies, onChange } = open({ ...AUCTION, heroPhoto: HERO }, [PICTURED], { heroPhoto: null })
  expect(screen.getByRole('img', { name: 'Auction photo' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ ...AUCTION, heroPhoto: null }))
  expect(bodies).toEqual([{ vehicleId: null }])
})

test('without a photo in the run list there is nothing to choose, and it says why', () => {
  open(AUCTION, [BARE], null)
  expect(screen.getByText('No vehicle in the run list has photos yet')).toBeTruthy()
  expect(screen.getByLabelText('Vehicle')).toHaveProperty('disabled', true)
})

test('a refusal is shown at the field, and the choice stays', async () => {
  const refusal = Response.json({ message: 'This vehicle has no photo.', code: 'no-photo' }, { status: 409 })
  const { onChange } = open(AUCTION, [PICTURED], refusal)
  fireEvent.change(screen.getByLabelText('Vehicle'), { target: { value: 'vehicle-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Use first photo' }))
  expect(await screen.findByText('This vehicle has no photo.')).toBeTruthy()
  expect(screen.getByLabelText('Vehicle')).toHaveProperty('value', 'vehicle-1')
  expect(onChange).not.toHaveBeenCalled()
})
