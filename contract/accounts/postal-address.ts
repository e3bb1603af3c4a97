import type { AddressInput } from './account-inputs.ts'

/** Countries that write the city first and the postal code last. Source: Universal Postal Union, addressing of each country. */
const CITY_FIRST = new Set(['AU', 'CA', 'US'])

/** The last lines of an address above its country, as that country writes them: `Springfield, IL 62701`, `1234 AB Utrecht`. */
export function townLines({ postcode, city, region, country }: TownParts): string[] {
  if (!CITY_FIRST.has(country)) return full([full([postcode, city]).join(' '), region])
  return full([full([full([city, region]).join(', '), postcode]).join(' ')])
}

type TownParts = Pick<AddressInput, 'postcode' | 'city' | 'region' | 'country'>

function full(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '')
}
