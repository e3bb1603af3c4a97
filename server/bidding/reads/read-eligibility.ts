import type { Eligibility } from '#contract/bidding/eligibility.ts'
import type { App } from '#server/platform/app.ts'
import type { Account } from '#server/platform/person.ts'
import { isLimited, limitsOf, readCommitments, readCosts } from '../commitments.ts'
import { databaseNow, standingsOfLots } from './store.ts'
import { canBid } from '../eligibility/can-bid.ts'

/** Whether a person can bid on each of the given lots, in their order. */
export async function readEligibility(app: App, person: Account | null, lotIds: string[]): Promise<Eligibility[]> {
  const hasLimit = person !== null && isLimited(limitsOf(person))
  const [rows, commitments, costs, now] = await Promise.all([
    standingsOfLots(app.db, lotIds),
    hasLimit ? readCommitments(app.db, app.keys, person.id) : null,
    hasLimit ? readCosts(app.db, lotIds) : null,
    databaseNow(app.db),
  ])
  const funds = commitments === null || costs === null ? null : { commitments, costs }
  const rowOf = new Map(rows.map((row) => [row.lot_id, row]))
  return lotIds.map((lotId) => canBid(lotId, rowOf.get(lotId), { person, keys: app.keys, funds, now }))
}
