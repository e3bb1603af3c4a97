import type { FastifyInstance } from 'fastify'
import * as pending from '#contract/bidding/pending-bids.ts'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job } from '#server/platform/job.ts'
import type { App } from '#server/platform/app.ts'
import { LOT_ENDS } from '#server/platform/outbox/topics.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { dropOfRejected, dropOnEnded, joinIn, joinOpened, letJoin } from './join-in.ts'
import { exportPending, listPendingBids, addPendingBid, takePendingBidBack } from './add-pending-bid.ts'
import { dropPending } from './store.ts'

/** Finds bids that became pending while their lot ended; all others are dropped as soon as the lot ends. */
const SWEEP_MS = 60_000

/** How long after its lot opened a waiting bid joins in, at most, plus one commit. */
const OPENED_MS = 250

export function pendingBids(http: FastifyInstance, app: App, lanes: Lanes): FeatureHandle {
  serve(http, pending.listPendingBids, ({ person }) => listPendingBids(app, person))
  serve(http, pending.addPendingBid, ({ params, body, person }) =>
    addPendingBid(app, person, params.lotId, body.maximum),
  )
  serve(http, pending.takePendingBidBack, ({ params, person }) => takePendingBidBack(app, person, params.lotId))

  personalData(app, {
    name: 'pendingBids',
    read: (db, accountId) => exportPending(app, db, accountId),
    forget: async (trx, accountId) => void (await dropPending(trx, { over: false, accountId })),
  })

  app.outbox.on('document-decided', async ({ accountId, state }, trx) => {
    if (state === 'approved') await letJoin(trx, accountId)
    if (state === 'rejected-finally') await dropOfRejected(app, trx, accountId)
  })
  app.outbox.on('pending-bid-joins', ({ pendingId }, trx) => joinIn(app, lanes, trx, pendingId))
  for (const topic of LOT_ENDS) app.outbox.on(topic, ({ lotId }, trx) => dropOnEnded(app, trx, lotId))
  const sweep = job(app, 'drop pending bids on closed lots', SWEEP_MS, () =>
    app.db.transaction().execute((trx) => dropOnEnded(app, trx, null)),
  )
  const opened = job(app, 'place pending bids whose lot has opened', OPENED_MS, () => joinOpened(app, lanes))
  return {
    async beforeListen() {
      await sweep.beforeListen?.()
      await opened.beforeListen?.()
    },
    async stop() {
      await opened.stop?.()
      await sweep.stop?.()
    },
  }
}
