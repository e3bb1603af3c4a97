import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AUCTION = '01890000-0000-7000-8000-000000000001'
const LOT = {
  id: '01890000-0000-7000-8000-000000000002',
  vehicleId: '01890000-0000-7000-8000-000000000003',
  lotNumber: 1,
  title: '2012 Kiri Urban',
  vin: null,
  stockNumber: 'S-12',
  photoCount: 0,
  photosExpected: 0,
}

test('files that name no lot of the auction, and files that are no photos, are named with the reason', async () => {
  openApp(`/admin/auctions/${AUCTION}/photos`, person({ role: 'auctioneer' }), {
    [`/api/admin/auctions/${AUCTION}/lots`]: { items: [LOT] },
  })
  const files = [new File(['x'], 'S-99 front.jpg'), new File(['x'], 'prices.xlsx')]
  fireEvent.change(await screen.findByLabelText('Choose photos'), { target: { files } })
  expect(await screen.findByText('No lot here has the stock number, VIN or lot number in its name.')).toBeTruthy()
  expect(screen.getByText(/^Left out, because it isn’t a photo: prices\.xlsx\. Use JPEG/)).toBeTruthy()
})
