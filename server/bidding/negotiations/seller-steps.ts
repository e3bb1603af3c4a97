import type { Negotiation, TakeStaffStep } from '#contract/bidding/negotiations.ts'
import type { App } from '#server/platform/app.ts'
import { perApp } from '#server/platform/per-app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import type { Lanes } from '../lane/lanes.ts'
import { presentNegotiation } from './present.ts'
import { findNegotiation, stepsOf } from './store.ts'
import { takeStaffStep } from './take-step.ts'

const open = perApp((): { lanes: Lanes | null } => ({ lanes: null }))

/** Lets sellers answer for themselves what staff else answer for them; called while bidding is set up. */
export function openSellerSteps(app: App, lanes: Lanes): void {
  open(app).lanes = lanes
}

/**
 * Takes a step of the company's side through the lane; the audit names the seller's account. Null: it was accepted. What became of the
 * high bidder's account is not for the seller.
 */
export async function takeSellerStep(
  app: App,
  accountId: string,
  lotId: string,
  step: TakeStaffStep,
): Promise<Refusal | null> {
  const { lanes } = open(app)
  if (lanes === null) throw new Error('bidding is not set up')
  const refusal = await takeStaffStep(app, lanes, accountId, lotId, step)
  return refusal?.code === 'high-bidder-not-active'
    ? refuse(refusal.code, 'The sale to this bidder can’t go through. Contact our team.')
    : refusal
}

/** The negotiation about a lot; null if there isn't one. It has the paddle of the high bidder, which is not for the seller. */
export async function negotiationOf(app: App, lotId: string): Promise<Negotiation | null> {
  const [row, steps] = await Promise.all([findNegotiation(app.db, lotId), stepsOf(app.db, lotId)])
  return row === undefined || row.leader_id === null ? null : presentNegotiation(row, steps, app.keys)
}
