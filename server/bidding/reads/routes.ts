import type { FastifyInstance } from 'fastify'
import { accessDenial } from '#contract/accounts/access.ts'
import { readLive, watch } from '#contract/bidding/bidding.ts'
import { readLedger } from '#contract/bidding/ledger.ts'
import { readBuyingPower as powerEndpoint } from '#contract/bidding/buying-power.ts'
import { readEligibility as eligibilityEndpoint } from '#contract/bidding/eligibility.ts'
import { myBids } from '#contract/bidding/my-bids.ts'
import { readOwnSeals as sealsEndpoint, type OwnSeal } from '#contract/bidding/own-seals.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readBuyingPower } from '../buying-power/buying-power.ts'
import { readEligibility } from './read-eligibility.ts'
import { listMyBids } from './my-bids.ts'
import { readLedgerPage } from './read-ledger.ts'
import { readLiveLot } from './read-live.ts'
import { lotIdsIn } from './lot-ids.ts'
import { dropWatch, setWatch, findOwnSealed, findStatus } from './store.ts'
import { lineOf, sealSalt } from '../ledger-line.ts'
import { openEvent } from '../sealed.ts'

const LINES = 100

export function readRoutes(http: FastifyInstance, app: App): void {
  serve(http, readLive, async ({ params, person }) => {
    const live = await readLiveLot(app, person, params.lotId)
    if (live === null) throw notFound('this lot')
    for (const opened of app.extensions.lotOpened) opened(person, params.lotId)
    return live
  })

  serve(http, readLedger, async ({ params, query, person }) => {
    const { before = null, after = null, limit = LINES } = query
    const page = await readLedgerPage(app, params.lotId, { before, after, limit })
    if (page === null) throw notFound('this lot')
    if (page.closed === undefined && accessDenial(person, 'sees-prices') !== null)
      return refuse(
        'lot-not-over',
        'Everyone can read the ledger once the lot has closed. Until then, only verified members can.',
      )
    return page
  })

  serve(http, sealsEndpoint, async ({ params, person }) => {
    const seals = await readOwnSeals(app, person.id, params.lotId)
    if (seals === null) throw notFound('this lot')
    return seals
  })

  serve(http, powerEndpoint, ({ person }) => readBuyingPower(app, person))

  serve(http, eligibilityEndpoint, async ({ query, person }) => ({
    items: await readEligibility(app, person, lotIdsIn(query.lots)),
  }))

  serve(http, myBids, ({ query, person }) => listMyBids(app, person, query))

  serve(http, watch, async ({ params, body, person }) => {
    if (!body.watching) await dropWatch(app.db, person.id, params.lotId)
    else if (!(await setWatch(app.db, person.id, params.lotId)))
      return refuse('lot-not-found', 'We couldn’t find this lot.')
    return { watching: body.watching }
  })
}

/**
 * A bidder's own sealed maximums on a lot that has ended, each with the salt of its seal: SHA-256 over `salt:amount` is what the ledger
 * shows. Null where there is no such lot. Source: the rulebook, "The ledger".
 */
async function readOwnSeals(
  app: App,
  accountId: string,
  lotId: string,
): Promise<{ items: OwnSeal[] } | Refusal | null> {
  const status = await findStatus(app.db, lotId)
  if (status === undefined) return null
  if (status === 'scheduled' || status === 'open') {
    return refuse(
      'lot-not-over',
      'Seals are opened when the lot closes. Until then, your maximum is shown next to the price.',
    )
  }
  const rows = await findOwnSealed(app.db, lotId, accountId)
  const items = rows.flatMap(({ sequence, number, text, bid_id: bidId, sealed }): OwnSeal[] => {
    const { seal } = lineOf(text)
    const { amount } = openEvent(app.keys, lotId, sealed)
    if (seal === undefined || typeof amount !== 'number') return []
    const place = number === null ? { sequence } : { sequence, sealed: number }
    return [{ ...place, amount, salt: sealSalt(app.keys, bidId), seal }]
  })
  return { items }
}
