import type { VehicleState } from './vehicles.ts'

/** What a vehicle's state is called, on screens and in files. */
export const VEHICLE_STATE_WORDS: Record<VehicleState, string> = {
  'in-stock': 'In stock',
  'in-auction': 'In auction',
  negotiating: 'In negotiation',
  sold: 'Sold',
  passed: 'Passed',
  withdrawn: 'Withdrawn',
}
