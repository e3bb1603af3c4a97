import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
// Loaded with the test: the page itself would wait for it, and much comes with it.
import './admin-plan.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-000000000600'
const LOT = {
  id: ID,
  lotNumber: 1001,
  position: 1,
  vehicleId: ID,
  title: '2010 Kiri Urban',
  vin: null,
  stockNumber: null,
  photoCount: 5,
  photosExpected: 5,
  isPublished: false,
  state: 'entered',
  openingBid: 100_00,
  reserve: 200_00,

  buyNow: null,
  sellerEmail: null,
  consignorId: null,
  consignor: null,
  commission: null,
  costs: null,
  guide: null,
}
const AUCTION = {
  id: ID,
  title: 'November',
  kind: 'timed',
  state: 'draft',
  location: 'Here',
  description: '',
  currency: 'USD',

  opensAt: 1,
  startsAt: 2,
  endsAt: null,
  lotEveryMs: 1000,
  liveStartMs: 1000,
  extensionWindowMs: 1,
  extensionMs: 1,
  hardEndAt: null,
  buyNowUntil: 'reserve-met',
  outageExtensionMs: 1000,
  bidUnit: 100,
  increments: [[0, 100]],
  costs: null,
  lotCount: 0,
  heroPhoto: null,
}

function refused(field: string): Response {
  const fields = [{ field, message: 'Enter more.' }]
  return Response.json({ message: 'Enter more.', code: 'invalid-input', details: { fields } }, { status: 400 })
}

test('a refused save takes the keyboard to the first faulty field, again if it is refused again', async () => {
  let field = 'reserve'
  openApp(`/admin/auctions/${ID}/plan`, person({ role: 'auctioneer' }), {
    [`/api/admin/auctions/${ID}`]: AUCTION,
    [`/api/admin/auctions/${ID}/lots`]: { items: [LOT] },
    [`/api/admin/lots/${ID}`]: () => refused(field),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Terms 2010 Kiri Urban' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2010 Kiri Urban' }))
  const save = dialog.getByRole('button', { name: 'Save terms' })
  const press = () => {
    save.focus()
    fireEvent.click(save)
  }
  press()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Reserve (USD)')))
  press()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Reserve (USD)')))
  field = 'openingBid'
  press()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Opening bid (USD)')))
})
