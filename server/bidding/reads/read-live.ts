import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { limitIn } from '../commitments.ts'
import { canBid, type Funds } from '../eligibility/can-bid.ts'
import { presentStanding, type StandingRow } from '../present.ts'
import { openSealed } from '../sealed.ts'
import { positionOf } from '../position.ts'
import { readFunds } from './read-funds.ts'
import { findLive } from './store.ts'

/** A lot as one person sees it now, or null where it has no standing. */
export async function readLiveLot(app: App, person: Person, lotId: string): Promise<LiveLot | null> {
  const row = await findLive(app.db, lotId, person.id)
  if (row === undefined) return null
  // Commitments reveal a maximum, and support sees neither.
  const isSupport = person.supportBy !== null
  const funds = isSupport ? null : await readFunds(app, person, [lotId])
  return {
    standing: presentStanding(row),
    serverTime: row.now,
    you: {
      paddle: person.paddle,
      position: positionOf(row.status, row.leader_id === person.id, row.has_bid),
      maximum: isSupport ? null : ownMaximum(app, row, person.id),
      watching: row.watching,
      limit: funds === null ? null : limitOf(row, funds),
      eligibility: isSupport ? null : canBid(lotId, row, { person, keys: app.keys, funds, now: row.now }),
    },
  }
}

function limitOf(row: StandingRow, { limits, commitments, costs }: Funds): LiveLot['you']['limit'] {
  const place = { auctionId: row.auction_id, currency: costs.get(row.lot_id)?.currency }
  const limit = limitIn(limits, place)
  return limit === null ? null : { limit, committed: commitments.within(limits, place) }
}

/** The maximum of a lot's leader, for that leader alone: no one else's is even decrypted. */
export function ownMaximum(app: App, row: StandingRow, accountId: string): number | null {
  if (row.leader_id !== accountId) return null
  return openSealed(app.keys, row.lot_id, row.sealed).leaderMaximum
}
