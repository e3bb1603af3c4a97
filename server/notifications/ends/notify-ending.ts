import { watchersOf } from '#server/bidding/followers.ts'
import type { App } from '#server/platform/app.ts'
import type { Notice } from '#server/platform/notice.ts'
import { claimEnding, endingLots } from './ending-store.ts'
import { nameLots } from '../lot-names.ts'
import { pairName, type Presence } from '../presence.ts'
import { recordNotices } from '../record-notices.ts'

/** How long before its end a watched lot is announced, in ms. An extended end is not announced again. */
const ENDING_SOON_MS = 15 * 60_000
const LOTS_AT_ONCE = 50

/** Notifies people who watch a lot that it ends soon, once per lot, except those who have its page open. */
export async function notifyEnding(app: App, presence: Presence): Promise<number> {
  const lots = await endingLots(app.db, ENDING_SOON_MS, LOTS_AT_ONCE)
  if (lots.length === 0) return 0
  const lotIds = lots.map(({ lotId }) => lotId)
  const [watchers, names] = await Promise.all([watchersOf(app.db, lotIds), nameLots(app.db, lotIds)])
  const present = await presence.watchersAmong(watchers)
  const endOf = new Map(lots.map(({ lotId, closesAt }) => [lotId, closesAt]))
  return app.db.transaction().execute(async (trx) => {
    const mine = await claimEnding(trx, lotIds)
    const notices = watchers.flatMap((watcher): Notice[] => {
      const { lotId, accountId } = watcher
      const lot = names.get(lotId)
      const closesAt = endOf.get(lotId)
      if (!mine.has(lotId) || present.has(pairName(watcher)) || lot === undefined || closesAt === undefined) return []
      return [{ kind: 'ending-soon', accountId, key: `ending-soon:${lotId}:${accountId}`, facts: { ...lot, closesAt } }]
    })
    return recordNotices(app, trx, notices)
  })
}
