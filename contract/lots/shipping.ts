import * as z from 'zod/mini'
import { plainPlace } from './plain-place.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Reason, Amount, oneLine } from '../platform/values.ts'

/** How much space a vehicle takes on a transporter. */
export const SHIPPING_CLASSES = ['small', 'car', 'large', 'heavy'] as const
export type ShippingClass = (typeof SHIPPING_CLASSES)[number]

const lineShape = (most: number) => z.string().check(z.trim(), z.maxLength(most), oneLine)

/** Minor units: a base plus a rate per mile. A flat price has no rate. */
const Rate = z.object({ base: Amount, perMile: Amount })

/**
 * A destination zone and its rates. `from`: only from this location, or from all if empty. `country`: ISO 3166, two letters.
 * `places`: ZIP code prefixes or state codes; empty: the whole country. `miles`: of the usual route. A rate of null: vehicles of
 * that class aren't shipped there.
 */
export const ShippingZone = z.object({
  name: lineShape(60).check(z.minLength(1, 'Every zone needs a name.')),
  from: lineShape(80),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter the country as two capital letters, such as US.')),
  places: z.array(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{0,11}$/))).check(z.maxLength(200)),
  miles: z.int().check(z.gte(0), z.lte(20_000)),
  rates: z.object({
    small: z.nullable(Rate),
    car: z.nullable(Rate),
    large: z.nullable(Rate),
    heavy: z.nullable(Rate),
  }),
})
export type ShippingZone = z.infer<typeof ShippingZone>

/** `notRunning`: surcharge for a vehicle that cannot drive under its own power. `note`: our text below each estimate. */
export const ShippingTable = z.object({
  zones: z.array(ShippingZone).check(z.maxLength(200)),
  notRunning: Amount,
  note: lineShape(300),
})
export type ShippingTable = z.infer<typeof ShippingTable>

export const NO_SHIPPING: ShippingTable = { zones: [], notRunning: 0, note: '' }

/** Errors in a table beyond its schema, by field. */
export function faultsOfShipping({ zones }: ShippingTable): { field: string; message: string }[] {
  const names = new Set<string>()
  const places = new Map<string, string>()
  const faults: { field: string; message: string }[] = []
  zones.forEach((zone, index) => {
    if (names.has(zone.name)) faults.push({ field: `zones.${index}.name`, message: 'Two zones have this name.' })
    names.add(zone.name)
    for (const place of zone.places.length === 0 ? [''] : zone.places) {
      const key = [plainPlace(zone.from), zone.country, plainPlace(place)].join('|')
      const other = places.get(key)
      if (other !== undefined) {
        const what = place === '' ? `All of ${zone.country}` : `${zone.country} ${place}`
        faults.push({ field: `zones.${index}.places`, message: `${what} is already in ${other}.` })
      }
      places.set(key, zone.name)
    }
  })
  return faults
}

export const readShipping = endpoint({
  method: 'GET',
  path: '/api/shipping',
  access: 'sees-prices',
  summary: 'The rate table for shipping estimates',
  reply: z.object({ table: ShippingTable, currency: z.string() }),
})

const State = z.object({
  table: ShippingTable,
  currency: z.string(),
  /** The version of the stored value; a change names the version it was made from. */
  version: z.string(),
})
export type ShippingState = z.infer<typeof State>

export const readShippingSettings = endpoint({
  method: 'GET',
  path: '/api/admin/shipping',
  access: 'owner',
  summary: 'The shipping rate table, for editing',
  reply: State,
})

export const changeShipping = endpoint({
  method: 'PUT',
  path: '/api/admin/shipping',
  access: 'owner',
  summary: 'Change the shipping rate table, with a reason',
  body: z.object({ version: z.string().check(z.maxLength(64)), table: ShippingTable, reason: Reason }),
  reply: State,
  rejections: ['settings-changed'],
})
