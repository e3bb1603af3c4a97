import { leadLossesAfter, readStandings, type LedStanding } from '#server/bidding/lead-changes.ts'
import type { House } from '#server/platform/house.ts'
import type { Notice } from '#server/platform/notice.ts'
import { nameLots, type NamedLot } from '../lot-names.ts'
import { claimWaiting, keepLosses, lockCursor, moveCursor, settleWaiting, type Waiting } from './outbid-store.ts'
import { pairName, type Presence } from '../presence.ts'
import { tell } from '../tell.ts'

/** Who was outbid longer ago than this, while no server ran, is not called back any more. */
const STALE_MS = 3_600_000
const AT_ONCE = 100

/**
 * Reads on in the committed ledger of a lot and keeps who lost the lead. Nothing of this is in the transaction of a bid. One
 * process at a time reads a lot; where another one does, there is nothing to do here.
 */
export async function readLosses(house: House, lotId: string): Promise<void> {
  await house.db.transaction().execute(async (trx) => {
    const cursor = await lockCursor(trx, lotId)
    if (cursor === null) return
    const read = await leadLossesAfter(trx, lotId, cursor)
    if (read.cursor.sequence === cursor.sequence) return
    const fresh = read.losses.filter((loss) => loss.at > house.now() - STALE_MS)
    if (fresh.length > 0) await keepLosses(trx, lotId, fresh)
    await moveCursor(trx, lotId, read.cursor)
  })
}

/** Tells those whose time has come and who are still outbid on a lot that still takes bids. Answers how many were told. */
export async function tellWaiting(house: House, presence: Presence): Promise<number> {
  const claimed = await claimWaiting(house.db, AT_ONCE)
  if (claimed.length === 0) return 0
  const lotIds = [...new Set(claimed.map(({ lotId }) => lotId))]
  const [standings, names] = await Promise.all([readStandings(house.db, lotIds), nameLots(house.db, lotIds)])
  const now = house.now()
  const outbid = claimed.filter((each) => isStillOutbid(each, standings.get(each.lotId), now))
  const watching = await presence.watchersAmong(outbid)
  const away = outbid.filter((each) => !watching.has(pairName(each)))
  const notices = away.flatMap((each) => noticeOf(each, standings.get(each.lotId), names.get(each.lotId)))
  const awayOnes = new Set(away)
  const knowing = claimed.filter((each) => !awayOnes.has(each))
  return house.db.transaction().execute(async (trx) => {
    const told = await tell(house, trx, notices)
    if (away.length > 0) await settleWaiting(trx, away, true)
    if (knowing.length > 0) await settleWaiting(trx, knowing, false)
    return told
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
