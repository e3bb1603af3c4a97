import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { readLedger, readLive, readStandings, watch } from '#contract/bidding.ts'
import { readBuyingPower as powerEndpoint } from '#contract/buying-power.ts'
import { readEligibility as eligibilityEndpoint } from '#contract/eligibility.ts'
import { myBids } from '#contract/my-bids.ts'
import { readOwnSeals as sealsEndpoint } from '#contract/own-seals.ts'
import { Id } from '#contract/values.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import { readBuyingPower } from '../buying-power/buying-power.ts'
import { readEligibility } from '../eligibility/read-eligibility.ts'
import { presentStanding } from '../present.ts'
import { listMyBids } from './my-bids.ts'
import { readOwnSeals } from './own-seals.ts'
import { readLedgerPage } from './read-ledger.ts'
import { readLiveLot } from './read-live.ts'
import { databaseNow, dropWatch, setWatch, standingsOfAuction, standingsOfLots } from './store.ts'

const LOTS_MAX = 100
/** More lots than this no sale has. */
const LOTS_OF_AUCTION_MAX = 3000
const LINES = 100

export function readRoutes(app: FastifyInstance, house: House): void {
  serve(app, readLive, async ({ params, person }) => {
    const live = await readLiveLot(house, person, params.lotId)
    if (live === null) throw notFound('this lot')
    return live
  })

  serve(app, readStandings, async ({ query }) => {
    const rows =
      query.auction === undefined
        ? await standingsOfLots(house.db, lotIdsIn(query.lots))
        : await standingsOfAuction(house.db, query.auction, LOTS_OF_AUCTION_MAX)
    return { items: rows.map(presentStanding), serverTime: await databaseNow(house.db) }
  })

  serve(app, readLedger, async ({ params, query }) => {
    const { before = null, after = null, limit = LINES } = query
    const page = await readLedgerPage(house, params.lotId, { before, after, limit })
    if (page === null) throw notFound('this lot')
    return page
  })

  serve(app, sealsEndpoint, async ({ params, person }) => {
    const seals = await readOwnSeals(house, person.id, params.lotId)
    if (seals === null) throw notFound('this lot')
    return seals
  })

  serve(app, powerEndpoint, ({ person }) => readBuyingPower(house, person))

  serve(app, eligibilityEndpoint, async ({ query, person }) => ({
    items: await readEligibility(house, person, lotIdsIn(query.lots)),
  }))

  serve(app, myBids, ({ query, person }) => listMyBids(house, person, query))

  serve(app, watch, async ({ params, body, person }) => {
    if (!body.watching) await dropWatch(house.db, person.id, params.lotId)
    else if (!(await setWatch(house.db, person.id, params.lotId)))
      return refuse('lot-not-found', 'There is no such lot.')
    return { watching: body.watching }
  })
}

function lotIdsIn(text: string | undefined): string[] {
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length === 0) throw invalidInput([{ field: 'lots', message: 'Name a sale or lots.' }])
  if (ids.length > LOTS_MAX) throw invalidInput([{ field: 'lots', message: `Name at most ${LOTS_MAX} lots.` }])
  const valid = ids.every((id) => z.safeParse(Id, id).success)
  if (!valid) throw invalidInput([{ field: 'lots', message: 'Name ids of lots, separated by commas.' }])
  return ids
}
