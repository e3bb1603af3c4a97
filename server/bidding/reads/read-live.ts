import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { limitIn, limitsOf, readCommitments, readCosts } from '../commitments.ts'
import { canBid } from '../eligibility/can-bid.ts'
import { presentStanding, type StandingRow } from '../present.ts'
import { openSealed } from '../sealed.ts'
import { positionOf } from '../position.ts'
import { findLive } from './store.ts'

/** A lot as one person sees it now, or null where it has no standing. */
export async function readLiveLot(app: App, person: Person, lotId: string): Promise<LiveLot | null> {
  const row = await findLive(app.db, lotId, person.id)
  if (row === undefined) return null
  // Commitments reveal a maximum, and support sees neither.
  const isSupport = person.supportBy !== null
  const limits = limitsOf(person)
  const limit = isSupport ? null : limitIn(limits, row.auction_id)
  const [commitments, costs] =
    limit === null
      ? [null, null]
      : await Promise.all([readCommitments(app.db, app.keys, person.id), readCosts(app.db, [lotId])])
  const funds = commitments === null || costs === null ? null : { commitments, costs }
  return {
    standing: presentStanding(row),
    serverTime: row.now,
    you: {
      paddle: person.paddle,
      position: positionOf(row.status, row.leader_id === person.id, row.has_bid),
      maximum: isSupport ? null : ownMaximum(app, row, person.id),
      watching: row.watching,
      limit:
        limit === null || commitments === null
          ? null
          : { limit, committed: commitments.within(limits, row.auction_id) },
      eligibility: isSupport ? null : canBid(lotId, row, { person, keys: app.keys, funds, now: row.now }),
    },
  }
}

/** The maximum of a lot's leader, for that leader alone: no one else's is even decrypted. */
export function ownMaximum(app: App, row: StandingRow, accountId: string): number | null {
  if (row.leader_id !== accountId) return null
  return openSealed(app.keys, row.lot_id, row.sealed).leaderMaximum
}
