import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SaleEntry, StaffSale } from '#contract/sale-entry.ts'
import { RequestError } from '#web/platform/request.ts'
import { SaleForm } from './sale-form.tsx'

afterEach(cleanup)

const USUAL: SaleEntry = {
  title: 'Thursday sale',
  kind: 'timed',
  location: 'Springfield',
  description: '',
  currency: 'USD',
  opensAt: 60_000,
  startsAt: 120_000,
  lotEveryMs: 60_000,
  liveStartMs: 30_000,
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  hardEndAt: null,
  buyNowUntil: 'reserve-met',
  outageExtensionMs: 600_000,
  bidUnit: 100,
  ladder: [
    [0, 10_00],
    [1000_00, 50_00],
  ],
}

const WINDOWS = {
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { extensionWindowMs: 15_000, extensionMs: 15_000 },
}

function open(save: (entry: SaleEntry) => Promise<StaffSale | void>) {
  render(<SaleForm sale={null} usual={USUAL} windows={WINDOWS} save={save} label="Enter the sale" />)
}

const ladderIsOpen = () => screen.getByText('Change the ladder').closest('details')!.open

test('a new sale begins with the house’s ladder, told in one line, and sends it as it is', async () => {
  const save = vi.fn(async () => {})
  open(save)
  expect(screen.getByText('2 bands: steps of $10 at first, $50 from $1,000 on.')).toBeTruthy()
  expect(ladderIsOpen()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Enter the sale' }))
  await waitFor(() => expect(save).toHaveBeenCalledWith(USUAL))
})

test('bands are changed, added and removed, and are sent in minor units', async () => {
  const saved: SaleEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.change(screen.getByLabelText('Step (USD) of band 1'), { target: { value: '12.50' } })
  fireEvent.click(screen.getByText('Add a band'))
  fireEvent.click(screen.getByRole('button', { name: 'Remove band 2 of the ladder' }))
  fireEvent.click(screen.getByRole('button', { name: 'Enter the sale' }))
  const ladder = [
    [0, 12_50],
    [2000_00, 100_00],
  ]
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, ladder }]))
})

test('what is no amount is said beside its field, and nothing is sent', () => {
  const save = vi.fn(async () => {})
  open(save)
  fireEvent.change(screen.getByLabelText('From (USD) of band 2'), { target: { value: 'much' } })
  expect(screen.getByText('Write an amount, such as 75.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Enter the sale' })).toHaveProperty('disabled', true)
})

test('a ladder that the house refuses is opened, with what the house said of it', async () => {
  open(async () => {
    throw new RequestError(400, 'Correct the fields.', {
      code: 'invalid-input',
      details: { fields: [{ field: 'entry.ladder', message: 'Band 2 must start above band 1.' }] },
    })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Enter the sale' }))
  expect(await screen.findByText('Band 2 must start above band 1.')).toBeTruthy()
  expect(ladderIsOpen()).toBe(true)
})

test('a hard end, the outage extension and how long buy now is offered are terms like the others', async () => {
  const saved: SaleEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.change(screen.getByLabelText(/^Hard end/), { target: { value: '2026-11-22T18:30' } })
  fireEvent.change(screen.getByLabelText(/^An outage extends by seconds/), { target: { value: '900' } })
  fireEvent.change(screen.getByLabelText(/^Buy now is offered/), { target: { value: 'price-reached' } })
  fireEvent.click(screen.getByRole('button', { name: 'Enter the sale' }))
  const own = {
    hardEndAt: new Date('2026-11-22T18:30').getTime(),
    outageExtensionMs: 900_000,
    buyNowUntil: 'price-reached',
  }
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, ...own }]))
})

test('a sale that becomes a live one gets the window of a live sale, never the minutes of a timed one', async () => {
  const saved: SaleEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'live' } })
  fireEvent.click(screen.getByRole('button', { name: 'Enter the sale' }))
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, kind: 'live', ...WINDOWS.live }]))
})
