import type { Kysely } from 'kysely'
import { bidWithin } from '#contract/invoices/costs-inverse.ts'
import type { CostTerms } from '#contract/invoices/costs.ts'
import { announcedAfter } from '#server/lots/cost-terms.ts'
import type { App } from '#server/platform/app.ts'
import { perApp } from '#server/platform/per-app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'

/** By cost terms number; 0: the present ones, for lots whose costs were never fixed. */
export type KnownCosts = ReadonlyMap<number, CostTerms>

const costsKept = perApp(() => new Map<number, CostTerms>())

/** All cost terms that lots are sold under. They never change, so only newer ones are read. */
export async function readKnownCosts<T>(app: App, db: Kysely<T>): Promise<KnownCosts> {
  const costs = costsKept(app)
  // A higher number may be committed before a lower one, so the latest few are read again.
  const after = Math.max(0, ...costs.keys()) - RECENT
  for (const [id, terms] of await announcedAfter(db, after)) costs.set(id, terms)
  costs.set(0, await readCompanyTerms(app, db))
  return costs
}

const RECENT = 100

/** The highest price within a total, by cost terms number; 0 if there is none. All in minor units. */
export function pricesWithin(total: number, costs: KnownCosts): Float64Array {
  const prices = new Float64Array(Math.max(...costs.keys()) + 1)
  for (const [id, terms] of costs) prices[id] = bidWithin(total, terms, { bidUnit: 1, least: 1 }) ?? 0
  return prices
}
