import type { FastifyInstance } from 'fastify'
import { readBidWithdrawal, withdrawBid } from '#contract/bidding/bid-withdrawal.ts'
import { FACTS_CORRECTED } from '#contract/lots/facts-corrected.ts'
import { withdrawableCorrection } from '#server/lots/corrections/read-corrections.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { refuse } from '#server/platform/problem.ts'
import { submitForCompany } from '../staff-actions.ts'
import type { Lanes } from '../lane/lanes.ts'
import { mayWithdraw } from './may-withdraw.ts'
import { notifyCorrected } from './notify-corrected.ts'

/** A high bidder whose lot's material facts were corrected may withdraw. See decision 26. */
export function withdrawalRoutes(http: FastifyInstance, app: App, lanes: Lanes): void {
  app.outbox.on('facts-corrected', (payload, trx) => notifyCorrected(app, trx, payload))

  serve(http, readBidWithdrawal, async ({ params, person }) => {
    const correction = await withdrawableCorrection(app.db, params.lotId)
    const may = correction !== undefined && (await mayWithdraw(app, params.lotId, person.id, correction.at))
    return { until: may ? correction.withdrawUntil : null }
  })

  serve(http, withdrawBid, async ({ params, person }) => {
    const correction = await withdrawableCorrection(app.db, params.lotId)
    if (correction === undefined) return refuse('nothing-to-void', 'The time to withdraw your bid on this lot is over.')
    const { lotId } = params
    const command = {
      type: 'withdraw-bids',
      accountId: person.id,
      cause: FACTS_CORRECTED,
      unlessBidFrom: correction.at,
    } as const
    const withdrawn = await submitForCompany(app, lanes, person.id, lotId, command)
    return 'code' in withdrawn && withdrawn.code === 'nothing-to-void'
      ? refuse(
          withdrawn.code,
          'You can withdraw only while you’re the high bidder and haven’t bid since the correction.',
        )
      : withdrawn
  })
}
