import { leadLossesAfter, readStandings, type LedStanding } from '#server/bidding/lead-changes.ts'
import type { App } from '#server/platform/app.ts'
import type { Notice } from '#server/platform/notice.ts'
import { nameLots, type NamedLot } from '../lot-names.ts'
import { claimWaiting, keepLosses, lockCursor, moveCursor, settleWaiting, type Waiting } from './outbid-store.ts'
import { pairName, type Presence } from '../presence.ts'
import { recordNotices } from '../record-notices.ts'

/** In ms; someone outbid longer ago, while no server ran, gets no notice. */
const STALE_MS = 3_600_000
const AT_ONCE = 100

/**
 * Reads the new lines of a lot's committed ledger and stores who lost the lead, never in the transaction of a bid. One process at a time
 * reads a lot; if another one does, this returns.
 */
export async function readLosses(app: App, lotId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const cursor = await lockCursor(trx, lotId)
    if (cursor === null) return
    const read = await leadLossesAfter(trx, lotId, cursor)
    if (read.cursor.sequence === cursor.sequence) return
    const fresh = read.losses.filter((loss) => loss.at > app.now() - STALE_MS)
    if (fresh.length > 0) await keepLosses(trx, lotId, fresh)
    await moveCursor(trx, lotId, read.cursor)
  })
}

/** Notifies people whose wait is over and who are still outbid on a lot that still takes bids. Returns how many were notified. */
export async function notifyWaiting(app: App, presence: Presence): Promise<number> {
  const claimed = await claimWaiting(app.db, AT_ONCE)
  if (claimed.length === 0) return 0
  const lotIds = [...new Set(claimed.map(({ lotId }) => lotId))]
  const [standings, names] = await Promise.all([readStandings(app.db, lotIds), nameLots(app.db, lotIds)])
  const now = app.now()
  const outbid = claimed.filter((each) => isStillOutbid(each, standings.get(each.lotId), now))
  const watching = await presence.watchersAmong(outbid)
  const away = outbid.filter((each) => !watching.has(pairName(each)))
  const notices = away.flatMap((each) => noticeOf(each, standings.get(each.lotId), names.get(each.lotId)))
  const awayOnes = new Set(away)
  const knowing = claimed.filter((each) => !awayOnes.has(each))
  return app.db.transaction().execute(async (trx) => {
    const recorded = await recordNotices(app, trx, notices)
    if (away.length > 0) await settleWaiting(trx, away, { areNotified: true })
    if (knowing.length > 0) await settleWaiting(trx, knowing, { areNotified: false })
    return recorded
  })
}

function isStillOutbid({ accountId }: Waiting, led: LedStanding | undefined, now: number): boolean {
  if (led === undefined || led.leaderId === accountId) return false
  const { status, closesAt } = led.standing
  return (status === 'open' || status === 'scheduled') && (closesAt === null || closesAt > now)
}

function noticeOf(waiting: Waiting, led: LedStanding | undefined, lot: NamedLot | undefined): Notice[] {
  if (led === undefined || lot === undefined || led.standing.price === null) return []
  const { lotId, accountId, sequence, bidAt } = waiting
  const { price, nextBid, closesAt } = led.standing
  const facts = { ...lot, price, nextBid, closesAt, bidAt }
  return [{ kind: 'outbid', accountId, key: `outbid:${lotId}:${accountId}:${sequence}`, facts }]
}
