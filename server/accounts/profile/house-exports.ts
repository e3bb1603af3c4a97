import type { Kysely } from 'kysely'

/**
 * What a room holds about a person, as plain values for the person's own file; a list that may be long is an async iterable
 * (`inPages`). Never the secrets of somebody else.
 */
export type HouseExport = (db: Kysely<object>, accountId: string) => Promise<unknown>

const known = new WeakMap<object, Map<string, HouseExport>>()

/** What goes into a person's data export, by the name of its part; rooms add theirs while they are set up. */
export function houseExports(house: object): Map<string, HouseExport> {
  const exports = known.get(house) ?? new Map<string, HouseExport>()
  known.set(house, exports)
  return exports
}
