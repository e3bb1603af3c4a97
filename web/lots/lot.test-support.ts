import type { Lot } from '#contract/lots/lots.ts'
import { VEHICLE_FIELDS } from '#contract/lots/vehicle-fields.ts'

/** Null for every fact, so that a new one that may be missing changes no test. */
const NOTHING_STATED = Object.fromEntries(Object.keys(VEHICLE_FIELDS).map((name) => [name, null])) as {
  [N in keyof typeof VEHICLE_FIELDS]: null
}

/** A lot of a plain vehicle, not open yet. */
export const LOT: Lot = {
  id: '0190a000-0000-7000-8000-000000000001',
  lotNumber: 1001,
  auctionId: '0190a000-0000-7000-8000-000000000002',
  vehicleId: '0190a000-0000-7000-8000-000000000003',
  title: '2010 Kiri Urban',
  heroPhoto: null,
  opensAt: 1,
  scheduledCloseAt: 2,
  closedAt: null,
  auctionTitle: 'Thursday auction',
  auctionKind: 'timed',
  currency: 'USD',
  openingBid: 100_00,
  bidUnit: 1_00,
  hasReserve: false,
  buyNow: null,
  increments: [[0, 10_00]],
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  previousLotNumber: null,
  nextLotNumber: null,
  corrections: [],
  vehicle: {
    ...NOTHING_STATED,
    id: '0190a000-0000-7000-8000-000000000003',
    year: 2010,
    make: 'Kiri',
    model: 'Urban',
    body: 'suv',
    odometer: { value: 98_611, unit: 'mi', status: 'not-stated' },
    titleBrand: 'clean',
    keys: 'none',
    runState: 'drives',
    sellerKind: 'fleet',
    location: 'Springfield',
    highlights: [],
    flaws: [],
    equipment: [],
    conditionReport: '',
    damageMap: [],
    photos: [],
  },
}
