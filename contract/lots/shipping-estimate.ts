import { plainPlace } from './plain-place.ts'
import type { ShippingClass, ShippingTable, ShippingZone } from './shipping.ts'

const SMALL = new Set(['motorcycle', 'quad'])
const LARGE = new Set(['suv', 'mpv', 'pickup', 'van', 'minibus'])
const CARS = new Set(['saloon', 'hatchback', 'estate', 'coupe', 'convertible'])

/** The class for a body code; anything that is not a motorcycle, car or van has a class of its own. */
export function shippingClassOf(body: string): ShippingClass {
  if (SMALL.has(body)) return 'small'
  if (CARS.has(body)) return 'car'
  return LARGE.has(body) ? 'large' : 'heavy'
}

/** The vehicle to ship. `body` and `runState` are codes of the vocabulary. */
export type Shipped = { body: string; runState: string; location: string }
/** The destination. `place`: a ZIP code or a state code, as people type it. */
export type Destination = { country: string; place: string }

/** `no-zone`: we don't ship there; `not-carried`: we don't ship such a vehicle there. Amounts in minor units. */
export type ShippingEstimate =
  | { zone: string; lines: { label: string; amount: number }[]; total: number }
  | { fault: 'no-zone' | 'not-carried' }

/**
 * The likely cost of shipping a vehicle by the operator's table. Of the matching zones, the one with the longest
 * ZIP code prefix counts, then one for the vehicle's location, then the first.
 */
export function shippingEstimate(table: ShippingTable, shipped: Shipped, to: Destination): ShippingEstimate {
  let best: { zone: ShippingZone; rank: number } | null = null
  for (const zone of table.zones) {
    const rank = rankOf(zone, shipped, to)
    if (rank !== null && (best === null || rank > best.rank)) best = { zone, rank }
  }
  if (best === null) return { fault: 'no-zone' }
  const { zone } = best
  const rate = zone.rates[shippingClassOf(shipped.body)]
  if (rate === null) return { fault: 'not-carried' }
  const lines = [
    { label: 'Loading and delivery', amount: rate.base },
    { label: `${zone.miles.toLocaleString('en-US')} miles`, amount: rate.perMile * zone.miles },
    { label: 'Winching, because it doesn’t drive', amount: shipped.runState === 'drives' ? 0 : table.notRunning },
  ].filter(({ amount }) => amount > 0)
  return { zone: zone.name, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Null: the zone doesn't match the destination. */
function rankOf(zone: ShippingZone, { location }: Shipped, { country, place }: Destination): number | null {
  if (zone.country !== country) return null
  const isOwn = zone.from !== ''
  if (isOwn && plainPlace(zone.from) !== plainPlace(location)) return null
  const lengths = zone.places.map(plainPlace).filter((start) => plainPlace(place).startsWith(start))
  if (zone.places.length > 0 && lengths.length === 0) return null
  return Math.max(0, ...lengths.map((start) => start.length)) * 2 + (isOwn ? 1 : 0)
}
