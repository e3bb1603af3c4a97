import type { Kysely } from 'kysely'
import { CatalogFilter } from '#contract/catalog/catalog.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { type Company, conditionsOf, readFilter } from '../filter.ts'
import { hitsOf } from '../find.ts'
import { readKnownCosts } from '../known-costs.ts'
import type { LotIndex } from '../lot-index.ts'
import { matchWords } from '../match-words.ts'
import { indexOf, NO_ID } from '../read-index.ts'
import { alertsAfter, keepFinds, type Find, type SavedRow } from './store.ts'

const SEARCHES_AT_ONCE = 500
/** Lots of one auction are often published in several batches: one digest covers them. */
const DIGEST_MS = 5 * 60_000

/** Finds the saved searches that newly published lots match, by each search's filter, and schedules their notices. */
export async function matchSaved(app: App, trx: Kysely<object>, lotIds: readonly string[]): Promise<void> {
  const index = await indexOf(trx, lotIds)
  const { currency } = await readCompanyTerms(app, trx)
  const company = { currency, costs: await readKnownCosts(app, trx) }
  for (let after = NO_ID; ;) {
    const searches = await alertsAfter(trx, after, SEARCHES_AT_ONCE)
    const finds = searches.flatMap((search) => findsOf(app, index, search, company))
    if (finds.length > 0) await keepFinds(trx, finds, DIGEST_MS)
    const last = searches.at(-1)
    if (last === undefined || searches.length < SEARCHES_AT_ONCE) return
    after = last.id
  }
}

function findsOf(app: App, index: LotIndex, { id, query, sees_prices }: SavedRow, company: Company): Find[] {
  const given = CatalogFilter.safeParse(Object.fromEntries(new URLSearchParams(query)))
  // The filter format may change; a search that is no longer readable finds nothing.
  if (!given.success) return []
  const filter = readFilter(given.data, sees_prices, company)
  const scores = filter.q === '' ? null : matchWords(index, filter.q, sees_prices).scores
  const { all } = hitsOf(index, conditionsOf(index, filter, app.now(), sees_prices), scores)
  return Array.from(all, (ordinal) => ({ searchId: id, lotId: index.ids[ordinal]! }))
}
