import type { Kysely } from 'kysely'
import { bidWithin } from '#contract/costs-inverse.ts'
import type { CostTerms } from '#contract/costs.ts'
import { announcedAfter } from '#server/lots/cost-terms.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'

/** By the number of cost terms; 0: the present ones, for lots whose costs were never fixed. */
export type KnownCosts = ReadonlyMap<number, CostTerms>

const known = new WeakMap<House, Map<number, CostTerms>>()

/** All cost terms that lots are sold by. They never change, so only newer ones are asked for. */
export async function readKnownCosts<T>(house: House, db: Kysely<T>): Promise<KnownCosts> {
  const costs = known.get(house) ?? new Map<number, CostTerms>()
  known.set(house, costs)
  // A number may be given before a lower one is committed, so those last seen are asked for again.
  const after = Math.max(0, ...costs.keys()) - RECENT
  for (const [id, terms] of await announcedAfter(db, after)) costs.set(id, terms)
  costs.set(0, await readHouseTerms(house, db))
  return costs
}

const RECENT = 100

/** The highest price within a total, by the number of the cost terms; 0 where none is. All in minor units. */
export function pricesWithin(total: number, costs: KnownCosts): Float64Array {
  const prices = new Float64Array(Math.max(...costs.keys()) + 1)
  for (const [id, terms] of costs) prices[id] = bidWithin(total, terms, { bidUnit: 1, least: 1 }) ?? 0
  return prices
}
