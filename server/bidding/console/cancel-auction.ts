import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { cancelAuction as endpoint, readCancellation, type Cancellation } from '#contract/bidding/cancel-auction.ts'
import { cancelRow, lockAuction, readAuctionRow, toldOfCancellation } from '#server/auctions/run-list.ts'
import { dropUnpublished } from '#server/lots/publish-lots.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import { serve } from '#server/platform/http/serve.ts'
import { job } from '#server/platform/job.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import type { Lanes } from '../lane/lanes.ts'
import { cancellationCounts, followersOfAuction, lotsToWithdraw } from './console-store.ts'

const EVERY_MS = 1000
/** At most this many lots share the transactions of one step: a bid on another lot waits for a few of them, never for an auction. */
const TOGETHER = 32

export function cancellationRoutes(http: FastifyInstance, app: App, lanes: Lanes): FeatureHandle {
  app.outbox.on('auction-canceled', (payload, trx) => notifyCanceled(app, trx, payload))

  serve(http, readCancellation, ({ params }) => readState(app.db, params.auctionId))

  serve(http, endpoint, async ({ params, body, person }) => {
    const refusal = await cancelAuction(app, person.id, params.auctionId, body.reason)
    if (refusal !== null) return refusal
    app.outbox.nudge()
    shownChanged(app)
    return readState(app.db, params.auctionId)
  })

  return job(app, 'withdraw the lots of canceled auctions', EVERY_MS, () => withdrawCanceled(app, lanes))
}

/** Cancels a published auction, once. Lots that aren't published leave its run list, and their vehicles can be offered elsewhere. */
async function cancelAuction(app: App, actorId: string, auctionId: string, reason: string): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    // Locks the auction's row to the end of the transaction: no lot joins or is published meanwhile.
    const auction = await lockAuction(trx, auctionId)
    if (auction === undefined) throw notFound('this auction')
    if (auction.canceled !== null) return null
    const { stop } = await readState(trx, auctionId)
    if (stop !== null) return refuse('auction-not-cancelable', stop)
    const vehicleIds = await dropUnpublished(trx, auctionId)
    await cancelRow(trx, auctionId, { actorId, reason })
    await enqueue(trx, 'auction-canceled', { auctionId, reason })
    const subject = { subjectKind: 'auction', subjectId: auctionId }
    await audit(trx, { actorId, action: 'cancel-auction', ...subject, before: { draftVehicles: vehicleIds }, reason })
    return null
  })
}

async function readState(db: Kysely<object>, auctionId: string): Promise<Cancellation> {
  const auction = await readAuctionRow(db, auctionId)
  if (auction === undefined) throw notFound('this auction')
  const counts = await cancellationCounts(db, auctionId)
  const { canceled } = auction
  const stop =
    canceled !== null
      ? 'This auction is already canceled.'
      : auction.publishedAt === null
        ? 'This auction isn’t published. Delete the draft instead.'
        : counts.openLots === 0
          ? 'All lots of this auction have ended.'
          : null
  const followers = (await followersOfAuction(db, auctionId)).length
  return {
    stop,
    canceled: canceled === null ? null : { at: canceled.at, reason: canceled.reason },
    ...counts,
    followers,
  }
}

/** One notice to everyone who follows a lot that is about to be withdrawn, and not one for each lot. */
async function notifyCanceled(
  app: App,
  trx: Kysely<object>,
  { auctionId, reason }: Topics['auction-canceled'],
): Promise<void> {
  const auction = await readAuctionRow(trx, auctionId)
  if (auction === undefined) return
  const says = `This auction is canceled: ${reason.replace(/[.!]?$/, '.')} Its open lots are withdrawn, and bids on them no longer count.`
  for (const accountId of await followersOfAuction(trx, auctionId)) {
    const facts = { auctionId, title: auction.title, says }
    const key = `auction-canceled:${auctionId}:${accountId}`
    await notify(app, trx, { kind: 'auction-message', accountId, key, facts })
  }
  await toldOfCancellation(trx, auctionId)
}

/** Withdraws the lots of canceled auctions that have not ended, whichever process canceled them. */
async function withdrawCanceled(app: App, lanes: Lanes): Promise<void> {
  const lots = await lotsToWithdraw(app.db)
  for (let from = 0; from < lots.length; from += TOGETHER) {
    const step = lots
      .slice(from, from + TOGETHER)
      .map(({ lot_id: lotId, actor_id: actorId, reason: cause }) =>
        lanes.submit({ by: 'company', lotId, command: { type: 'withdraw-lot', cause }, actorId }),
      )
    for (const result of await Promise.allSettled(step)) {
      if (result.status === 'rejected')
        app.log.warn(
          { err: result.reason as Error },
          'could not withdraw a lot of a canceled auction; it will be retried',
        )
    }
  }
}
