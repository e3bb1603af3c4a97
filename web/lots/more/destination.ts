import type { Destination } from '#contract/shipping-estimate.ts'

const KEY = 'shipping-destination'
const PLACE_MAX = 12

/** Where this browser last had transport estimated to; null before it was asked. */
export function rememberedDestination(): Destination | null {
  try {
    const [country = '', place = ''] = (localStorage.getItem(KEY) ?? '').split('|')
    return /^[A-Z]{2}$/.test(country) ? { country, place: place.slice(0, PLACE_MAX) } : null
  } catch {
    return null
  }
}

export function rememberDestination({ country, place }: Destination): void {
  try {
    localStorage.setItem(KEY, `${country}|${place.replaceAll('|', '')}`)
  } catch {
    // A browser that keeps nothing asks again on the next lot.
  }
}
