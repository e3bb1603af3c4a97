import { accessDenial } from '#contract/accounts/access.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import { watchedAmong } from '#server/bidding/followers.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { shownLots, type ShownRow } from './store.ts'
import { presentSummary } from '#server/lots/present.ts'

/** Lots in the order of the given ids, as one person may see them. Lots removed since are left out. */
export async function showLots(app: App, lotIds: readonly string[], person: Person | null): Promise<FoundLot[]> {
  if (lotIds.length === 0) return []
  const canWatch = person !== null && accessDenial(person, 'complete') === null
  const [rows, watched] = await Promise.all([
    shownLots(app.db, lotIds),
    canWatch ? watchedAmong(app.db, person.id, lotIds) : null,
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const canSeePrices = accessDenial(person, 'sees-prices') === null
  return lotIds.flatMap((lotId) => {
    const row = byId.get(lotId)
    return row === undefined ? [] : [presentFound(row, { canSeePrices, watched })]
  })
}

/** A lot in search results, as people who can see prices see it, or everyone. */
function presentFound(
  row: ShownRow,
  { canSeePrices, watched }: { canSeePrices: boolean; watched: Set<string> | null },
): FoundLot {
  const { odometer, titleBrand, damagePrimary: damage, isInspected, runState, location } = row.facts
  return {
    ...presentSummary(row),
    auctionTitle: row.auction_title,
    facts: { year: row.year, odometer, titleBrand, isInspected, runState },
    memberFacts: canSeePrices ? { damage, location } : null,
    watching: watched === null ? null : watched.has(row.id),
  }
}
