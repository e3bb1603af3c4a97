import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EnteredLot } from '#contract/lot-entry.ts'
import type { StaffSale } from '#contract/sale-entry.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { playHouse } from '#web/shell/stage.test-model.tsx'
import { SaleHero } from './sale-hero-choice.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SALE = { id: '0190a000-0000-7000-8000-000000000001', heroPhoto: null } as StaffSale
const PICTURED = { id: 'lot-1', vehicleId: 'vehicle-1', lotNumber: 1001, title: '2010 Kiri Urban', photoCount: 5 }
const BARE = { id: 'lot-2', vehicleId: 'vehicle-2', lotNumber: 1002, title: '2014 Mule Cargo', photoCount: 0 }
const HERO = '/photos/0190a000-960.webp'

function open(sale: StaffSale, lots: object[], answer: unknown) {
  const bodies: unknown[] = []
  const onChange = vi.fn()
  playHouse({
    [`/api/admin/sales/${SALE.id}/hero`]: (_: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)))
      return answer instanceof Response ? answer.clone() : answer
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SaleHero sale={sale} lots={lots as EnteredLot[]} onChange={onChange} />
    </QueryClientProvider>,
  )
  return { bodies, onChange }
}

test('one of the vehicles with photographs is chosen to stand for the sale', async () => {
  const { bodies, onChange } = open(SALE, [PICTURED, BARE], { heroPhoto: HERO })
  expect(screen.getByText('No picture yet')).toBeTruthy()
  const use = screen.getByRole('button', { name: 'Use its first photograph' })
  expect(use).toHaveProperty('disabled', true)
  const vehicle = screen.getByLabelText('Vehicle')
  expect(within(vehicle).queryByText(/Mule Cargo/)).toBeNull()
  fireEvent.change(vehicle, { target: { value: 'vehicle-1' } })
  fireEvent.click(use)
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ ...SALE, heroPhoto: HERO }))
  expect(bodies).toEqual([{ vehicleId: 'vehicle-1' }])
})

test('the picture is shown, and taken away again', async () => {
  const { bodies, onChange } = open({ ...SALE, heroPhoto: HERO }, [PICTURED], { heroPhoto: null })
  expect(screen.getByRole('img', { name: 'Picture of the sale' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take the picture away' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ ...SALE, heroPhoto: null }))
  expect(bodies).toEqual([{ vehicleId: null }])
})

test('without a photograph in the run list there is nothing to choose, and it says why', () => {
  open(SALE, [BARE], null)
  expect(screen.getByText('No vehicle of the run list has photographs yet')).toBeTruthy()
  expect(screen.getByLabelText('Vehicle')).toHaveProperty('disabled', true)
})

test('what the house refuses stands beside the field, and the choice stays', async () => {
  const refusal = Response.json({ message: 'This vehicle has no photograph.', code: 'no-photograph' }, { status: 409 })
  const { onChange } = open(SALE, [PICTURED], refusal)
  fireEvent.change(screen.getByLabelText('Vehicle'), { target: { value: 'vehicle-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Use its first photograph' }))
  expect(await screen.findByText('This vehicle has no photograph.')).toBeTruthy()
  expect(screen.getByLabelText('Vehicle')).toHaveProperty('value', 'vehicle-1')
  expect(onChange).not.toHaveBeenCalled()
})
