import { barrier } from '#contract/access.ts'
import type { FoundLot } from '#contract/catalogue.ts'
import { watchedAmong } from '#server/bidding/followers.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { presentFound } from './present.ts'
import { shownLots } from './store.ts'

/** Lots in the order of their ids, as one person may see them. Who is gone since is left out. */
export async function showLots(house: House, lotIds: readonly string[], person: Person | null): Promise<FoundLot[]> {
  if (lotIds.length === 0) return []
  const canWatch = person !== null && barrier(person, 'complete') === null
  const [rows, watched] = await Promise.all([
    shownLots(house.db, lotIds),
    canWatch ? watchedAmong(house.db, person.id, lotIds) : null,
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const informed = barrier(person, 'informed') === null
  return lotIds.flatMap((lotId) => {
    const row = byId.get(lotId)
    return row === undefined ? [] : [presentFound(row, { informed, watched })]
  })
}
