import type { FastifyInstance } from 'fastify'
import { readBidWithdrawal, withdrawBid } from '#contract/bid-withdrawal.ts'
import { FACTS_CORRECTED as CAUSE } from '#contract/facts-corrected.ts'
import { FACTS_CORRECTED, type FactsCorrected } from '#server/lots/corrections/correct.ts'
import { withdrawableCorrection } from '#server/lots/corrections/read-corrections.ts'
import type { House } from '#server/platform/house.ts'
import { serve } from '#server/platform/http/serve.ts'
import { refuse } from '#server/platform/problem.ts'
import { actForHouse } from '../house-acts.ts'
import type { Lanes } from '../lane/lanes.ts'
import { mayWithdraw } from './may-withdraw.ts'
import { tellCorrected } from './tell.ts'

/** A high bidder whose lot's material facts were corrected may withdraw. See decision 26. */
export function withdrawalRoutes(app: FastifyInstance, house: House, lanes: Lanes): void {
  house.outbox.on(FACTS_CORRECTED, (payload, trx) => tellCorrected(house, trx, payload as FactsCorrected))

  serve(app, readBidWithdrawal, async ({ params, person }) => {
    const correction = await withdrawableCorrection(house.db, params.lotId)
    const may = correction !== undefined && (await mayWithdraw(house, params.lotId, person.id, correction.at))
    return { until: may ? correction.withdrawUntil : null }
  })

  serve(app, withdrawBid, async ({ params, person }) => {
    const correction = await withdrawableCorrection(house.db, params.lotId)
    if (correction === undefined) return refuse('nothing-to-void', 'The time to withdraw a bid on this lot is over.')
    const { lotId } = params
    const command = { type: 'withdraw-bids', accountId: person.id, cause: CAUSE, unlessBidFrom: correction.at } as const
    return actForHouse(house, lanes, person.id, lotId, command)
  })
}
