import type { Destination } from '#contract/shipping-estimate.ts'
import { keepStored, readStored } from '#web/platform/stored.ts'

const KEY = 'shipping-destination'
const PLACE_MAX = 12

/** Where this browser last had transport estimated to; null before it was asked. */
export function rememberedDestination(): Destination | null {
  const [country = '', place = ''] = (readStored(KEY) ?? '').split('|')
  return /^[A-Z]{2}$/.test(country) ? { country, place: place.slice(0, PLACE_MAX) } : null
}

export function rememberDestination({ country, place }: Destination): void {
  keepStored(KEY, `${country}|${place.replaceAll('|', '')}`)
}
