import type { FastifyInstance } from 'fastify'
import { barrier } from '#contract/access.ts'
import { readLive, watch } from '#contract/bidding.ts'
import { readLedger } from '#contract/ledger.ts'
import { readBuyingPower as powerEndpoint } from '#contract/buying-power.ts'
import { readEligibility as eligibilityEndpoint } from '#contract/eligibility.ts'
import { myBids } from '#contract/my-bids.ts'
import { readOwnSeals as sealsEndpoint } from '#contract/own-seals.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readBuyingPower } from '../buying-power/buying-power.ts'
import { readEligibility } from './read-eligibility.ts'
import { listMyBids } from './my-bids.ts'
import { readOwnSeals } from './own-seals.ts'
import { readLedgerPage } from './read-ledger.ts'
import { readLiveLot } from './read-live.ts'
import { lotIdsIn } from './lot-ids.ts'
import { dropWatch, setWatch } from './store.ts'

const LINES = 100

export function readRoutes(app: FastifyInstance, house: House): void {
  serve(app, readLive, async ({ params, person }) => {
    const live = await readLiveLot(house, person, params.lotId)
    if (live === null) throw notFound('this lot')
    return live
  })

  serve(app, readLedger, async ({ params, query, person }) => {
    const { before = null, after = null, limit = LINES } = query
    const page = await readLedgerPage(house, params.lotId, { before, after, limit })
    if (page === null) throw notFound('this lot')
    if (page.closed === undefined && barrier(person, 'informed') !== null)
      return refuse(
        'lot-not-over',
        'Everyone can read the ledger once the lot has closed; until then, verified members can.',
      )
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
