import type { Eligibility } from '#contract/bidding/eligibility.ts'
import type { App } from '#server/platform/app.ts'
import type { Account } from '#server/platform/person.ts'
import { canBid } from '../eligibility/can-bid.ts'
import { readFunds } from './read-funds.ts'
import { databaseNow, standingsOfLots } from './store.ts'

/** Whether a person can bid on each of the given lots, in their order. */
export async function readEligibility(app: App, person: Account | null, lotIds: string[]): Promise<Eligibility[]> {
  const [rows, funds, now] = await Promise.all([
    standingsOfLots(app.db, lotIds),
    readFunds(app, person, lotIds),
    databaseNow(app.db),
  ])
  const rowOf = new Map(rows.map((row) => [row.lot_id, row]))
  return lotIds.map((lotId) => canBid(lotId, rowOf.get(lotId), { person, keys: app.keys, funds, now }))
}
