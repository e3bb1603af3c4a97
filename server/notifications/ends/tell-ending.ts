import { watchersOf } from '#server/bidding/followers.ts'
import type { House } from '#server/platform/house.ts'
import type { Notice } from '#server/platform/notice.ts'
import { claimEnding, endingLots } from './ending-store.ts'
import { nameLots } from '../lot-names.ts'
import { pairName, type Presence } from '../presence.ts'
import { tell } from '../tell.ts'

/** How long before its end a watched lot is called to mind. A later end is not told again. */
export const ENDING_SOON_MS = 15 * 60_000
const LOTS_AT_ONCE = 50

/** Tells who has a lot on the watch list that it ends soon, once a lot; who has it before his eyes needs no notice. */
export async function tellEnding(house: House, presence: Presence): Promise<number> {
  const lots = await endingLots(house.db, ENDING_SOON_MS, LOTS_AT_ONCE)
  if (lots.length === 0) return 0
  const lotIds = lots.map(({ lotId }) => lotId)
  const [watchers, names] = await Promise.all([watchersOf(house.db, lotIds), nameLots(house.db, lotIds)])
  const present = await presence.watchersAmong(watchers)
  const endOf = new Map(lots.map(({ lotId, closesAt }) => [lotId, closesAt]))
  return house.db.transaction().execute(async (trx) => {
    const mine = await claimEnding(trx, lotIds)
    const notices = watchers.flatMap((watcher): Notice[] => {
      const { lotId, accountId } = watcher
      const lot = names.get(lotId)
      const closesAt = endOf.get(lotId)
      if (!mine.has(lotId) || present.has(pairName(watcher)) || lot === undefined || closesAt === undefined) return []
      return [{ kind: 'ending-soon', accountId, key: `ending-soon:${lotId}:${accountId}`, facts: { ...lot, closesAt } }]
    })
    return tell(house, trx, notices)
  })
}
