import type { LiveLot } from '#contract/bidding.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments, readCosts } from '../commitments.ts'
import { canBid } from '../eligibility/can-bid.ts'
import { presentStanding, type StandingRow } from '../present.ts'
import { openSealed } from '../sealed.ts'
import { positionOf } from '../position.ts'
import { findLive } from './store.ts'

/** A lot as one person sees it now, or null where it has no standing. */
export async function readLiveLot(house: House, person: Person, lotId: string): Promise<LiveLot | null> {
  const row = await findLive(house.db, lotId, person.id)
  if (row === undefined) return null
  // What is committed tells a maximum, and support sees neither.
  const isSupport = person.supportBy !== null
  const limit = isSupport ? null : person.biddingLimit
  const [commitments, costs] =
    limit === null
      ? [null, null]
      : await Promise.all([readCommitments(house.db, house.keys, person.id), readCosts(house.db, [lotId])])
  const funds = commitments === null || costs === null ? null : { commitments, costs }
  return {
    standing: presentStanding(row),
    serverTime: row.now,
    you: {
      paddle: person.paddle,
      position: positionOf(row.status, row.leader_id === person.id, row.has_bid),
      maximum: isSupport ? null : ownMaximum(house, row, person.id),
      watching: row.watching,
      limit: limit === null || commitments === null ? null : { limit, committed: commitments.sums().committed },
      eligibility: isSupport ? null : canBid(lotId, row, { person, keys: house.keys, funds, now: row.now }),
    },
  }
}

/** The maximum of a lot's leader, for that leader alone: nobody else's box is even opened. */
export function ownMaximum(house: House, row: StandingRow, accountId: string): number | null {
  if (row.leader_id !== accountId) return null
  return openSealed(house.keys, row.lot_id, row.sealed).leaderMaximum
}
