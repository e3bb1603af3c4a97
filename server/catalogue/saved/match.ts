import type { Kysely } from 'kysely'
import { CatalogueFilter } from '#contract/catalogue.ts'
import type { House } from '#server/platform/house.ts'
import { conditionsOf, readFilter } from '../filter.ts'
import { hitsOf } from '../find.ts'
import { readKnownCosts, type KnownCosts } from '../known-costs.ts'
import type { LotIndex } from '../lot-index.ts'
import { matchWords } from '../match-words.ts'
import { indexOf, NO_ID } from '../read-index.ts'
import { alertsAfter, keepFinds, type Find, type SavedRow } from './store.ts'

const SEARCHES_AT_ONCE = 500
/** Lots of one sale are often published in several turns: they are told in one digest. */
export const DIGEST_MS = 5 * 60_000

/** Finds the saved searches that newly published lots fit, by the filter of every search, and has their people told. */
export async function matchSaved(house: House, trx: Kysely<object>, lotIds: readonly string[]): Promise<void> {
  const index = await indexOf(trx, lotIds)
  const costs = await readKnownCosts(house, trx)
  for (let after = NO_ID; ;) {
    const searches = await alertsAfter(trx, after, SEARCHES_AT_ONCE)
    const finds = searches.flatMap((search) => findsOf(house, index, search, costs))
    if (finds.length > 0) await keepFinds(trx, finds, DIGEST_MS)
    const last = searches.at(-1)
    if (last === undefined || searches.length < SEARCHES_AT_ONCE) return
    after = last.id
  }
}

function findsOf(house: House, index: LotIndex, { id, query, informed }: SavedRow, costs: KnownCosts): Find[] {
  const given = CatalogueFilter.safeParse(Object.fromEntries(new URLSearchParams(query)))
  // The manner of writing filters may change; a search that cannot be read any more finds nothing.
  if (!given.success) return []
  const filter = readFilter(given.data, informed, costs)
  const scores = filter.q === '' ? null : matchWords(index, filter.q, informed).scores
  const { all } = hitsOf(index, conditionsOf(index, filter, house.now(), informed), scores)
  return Array.from(all, (ordinal) => ({ searchId: id, lotId: index.ids[ordinal]! }))
}
