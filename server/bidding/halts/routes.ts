import type { FastifyInstance } from 'fastify'
import { pauseAll, pauseAuction, readHalts, resumeAll, resumeAuction, type HaltReply } from '#contract/bidding/halts.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import { job } from '#server/platform/job.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { endHalt, openHalts, startHalt, type Press } from './halt.ts'
import { keepHalts } from './keep-halts.ts'

const EVERY_MS = 250

/** Requests in progress, by auction or null for all auctions. Those of other processes are unknown: both may work on one halt. */
type Running = Map<string | null, number>

/** Pauses and resumes a whole auction, or all auctions. */
export function haltRoutes(http: FastifyInstance, app: App, lanes: Lanes): FeatureHandle {
  const running: Running = new Map()
  const pressed = async (press: Press, action: typeof startHalt): Promise<HaltReply> => {
    const { auctionId } = press
    running.set(auctionId, (running.get(auctionId) ?? 0) + 1)
    try {
      return await action(app, lanes, press)
    } finally {
      running.set(auctionId, running.get(auctionId)! - 1)
      if (running.get(auctionId) === 0) running.delete(auctionId)
    }
  }
  serve(http, readHalts, async () => ({ items: await openHalts(app) }))
  serve(http, pauseAuction, async ({ params, body, person }) => {
    const press = { auctionId: params.auctionId, actorId: person.id, ...body }
    if ((await readAuctionRow(app.db, press.auctionId)) === undefined) throw notFound('this auction')
    return pressed(press, startHalt)
  })
  serve(http, resumeAuction, async ({ params, body, person }) => {
    const press = { auctionId: params.auctionId, actorId: person.id, ...body }
    if ((await readAuctionRow(app.db, press.auctionId)) === undefined) throw notFound('this auction')
    return pressed(press, endHalt)
  })
  serve(http, pauseAll, ({ body, person }) => pressed({ auctionId: null, actorId: person.id, ...body }, startHalt))
  serve(http, resumeAll, ({ body, person }) => pressed({ auctionId: null, actorId: person.id, ...body }, endHalt))
  return job(app, 'keep halted lots paused', EVERY_MS, () =>
    keepHalts(app, lanes, (auctionId) => running.has(auctionId)),
  )
}
