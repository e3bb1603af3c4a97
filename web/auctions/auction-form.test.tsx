import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AuctionEntry, StaffAuction } from '#contract/auctions/auction-entry.ts'
import { RequestError } from '#web/platform/request.ts'
import { AuctionForm } from './auction-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

const USUAL: AuctionEntry = {
  title: 'Thursday auction',
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
  increments: [
    [0, 10_00],
    [1000_00, 50_00],
  ],
  costs: null,
}

const COMPANY = { premium: [{ from: 0, basisPoints: 1000 }], taxBasisPoints: 800 }

const WINDOWS = {
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { extensionWindowMs: 15_000, extensionMs: 15_000 },
}

function open(save: (entry: AuctionEntry) => Promise<StaffAuction | void>) {
  render(
    <AuctionForm auction={null} usual={USUAL} windows={WINDOWS} company={COMPANY} save={save} label="Create auction" />,
  )
}

const incrementsAreOpen = () => screen.getByText('Change bid increments').closest('details')!.open

test('a new auction starts with the company’s bid increments, summed up in one line, and sends them as they are', async () => {
  const save = vi.fn(async () => {})
  open(save)
  expect(screen.getByText('2 bands: $10 at first, $50 from $1,000.')).toBeTruthy()
  expect(incrementsAreOpen()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  await waitFor(() => expect(save).toHaveBeenCalledWith(USUAL))
})

test('bands are changed, added and removed, and are sent in minor units', async () => {
  const saved: AuctionEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.change(screen.getByLabelText('Increment (USD) of band 1'), { target: { value: '12.50' } })
  fireEvent.click(screen.getByText('Add band'))
  fireEvent.click(screen.getByRole('button', { name: 'Remove band 2 of the bid increments' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  const increments = [
    [0, 12_50],
    [2000_00, 100_00],
  ]
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, increments }]))
})

test('an invalid amount is reported at its field, and nothing is sent', () => {
  const save = vi.fn(async () => {})
  open(save)
  fireEvent.change(screen.getByLabelText('From (USD) of band 2'), { target: { value: 'much' } })
  expect(screen.getByText('Enter a number, such as 75 or 12.50.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create auction' })).toHaveProperty('disabled', true)
})

test('bid increments that the server refuses are opened, with the server’s message', async () => {
  open(async () => {
    throw new RequestError(400, 'Correct the fields.', {
      code: 'invalid-input',
      details: { fields: [{ field: 'entry.increments', message: 'Band 2 must start above band 1.' }] },
    })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Band 2 must start above band 1.')
  expect(incrementsAreOpen()).toBe(true)
})

test('an error of the server stands once, at its field; what has no field is said for the form', async () => {
  const refused = (field: string, message: string) => ({
    code: 'invalid-input',
    details: {
      fields: [
        { field: 'entry.title', message: 'Write a title.' },
        { field, message },
      ],
    },
  })
  const save = vi.fn(async () => {})
  save.mockRejectedValueOnce(
    new RequestError(400, 'Write a title.', refused('entry.costs.taxBasisPoints', 'At most 100%.')),
  )
  save.mockRejectedValueOnce(new RequestError(400, 'Write a title.', refused('version', 'Reload the page.')))
  open(save)
  fireEvent.click(screen.getByLabelText('Different tax rate'))
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  await screen.findByText('Write a title.')
  expect(screen.getByText('At most 100%.')).toBeTruthy()
  expect(screen.queryByText('We couldn’t save the auction')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  expect((await screen.findByText('Reload the page.')).textContent).toBe('Reload the page.')
  expect(screen.getAllByText('Write a title.')).toHaveLength(1)
})

test('an auction that can’t be saved says so once, also to a screen reader', async () => {
  open(() => Promise.reject(new RequestError(503, 'Try again in a minute.', { code: 'unavailable' })))
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in a minute.')
})

test('a hard end, the outage extension and how long buy now is offered are terms like the others', async () => {
  const saved: AuctionEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.change(screen.getByLabelText(/^Hard end/), { target: { value: '2026-11-22T18:30' } })
  fireEvent.change(screen.getByLabelText(/^Outage extension/), { target: { value: '900' } })
  fireEvent.change(screen.getByLabelText(/^Buy-now period/), { target: { value: 'price-reached' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  const own = {
    hardEndAt: new Date('2026-11-22T18:30').getTime(),
    outageExtensionMs: 900_000,
    buyNowUntil: 'price-reached',
  }
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, ...own }]))
})

test('an auction that becomes a live one gets the window of a live auction, never the minutes of a timed one', async () => {
  const saved: AuctionEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'live' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, kind: 'live', ...WINDOWS.live }]))
})

test('an auction has the company’s premium and tax until it gets its own, starting from those', async () => {
  const saved: AuctionEntry[] = []
  open(async (entry) => void saved.push(entry))
  fireEvent.click(screen.getByLabelText('Different buyer’s premium'))
  fireEvent.change(screen.getByLabelText('Share (%)'), { target: { value: '7.5' } })
  fireEvent.click(screen.getByLabelText('Different tax rate'))
  fireEvent.change(screen.getByLabelText('Standard rate (%)'), { target: { value: '' } })
  expect(screen.getByRole('button', { name: 'Create auction' })).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Standard rate (%)'), { target: { value: '0' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create auction' }))
  const costs = { premium: [{ from: 0, basisPoints: 750 }], taxBasisPoints: 0 }
  await waitFor(() => expect(saved).toEqual([{ ...USUAL, costs }]))
})

test.each([
  ['to the second', 'UTC', Date.UTC(2026, 10, 1, 18, 0, 30)],
  ['in the hour that clocks show twice', 'America/Chicago', Date.UTC(2026, 10, 1, 7, 30)],
])('times that nobody changed are saved as they were, %s', async (_, zone, startsAt) => {
  vi.stubEnv('TZ', zone)
  const save = vi.fn(async () => {})
  const draft = { ...USUAL, opensAt: startsAt - 60_000, startsAt, hardEndAt: startsAt + 60_000 }
  render(
    <AuctionForm auction={draft} usual={draft} windows={WINDOWS} company={COMPANY} save={save} label="Save terms" />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save terms' }))
  await waitFor(() => expect(save).toHaveBeenCalledWith(draft))
})
