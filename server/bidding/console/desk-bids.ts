import type { FastifyInstance } from 'fastify'
import type { BidAnswer } from '#contract/bidding/bidding.ts'
import { enterBid as enterEndpoint, readClient } from '#contract/bidding/desk-bids.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { Ineligible, Rejection } from '#engine'
import { accountOfPaddle } from '#server/accounts/find-people.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { detailsOf, wordsOf } from '../lane/answer.ts'
import type { Lanes } from '../lane/lanes.ts'
import { requireNoPart } from '../part-store.ts'
import { readEligibility } from '../reads/read-eligibility.ts'

/** Bids of clients who aren't online. They take the same lane as every other bid and have no priority. */
export function deskBidRoutes(http: FastifyInstance, app: App, lanes: Lanes): void {
  serve(http, readClient, async ({ params: { lotId }, query: { paddle } }) => {
    const found = await accountOfPaddle(app.db, paddle)
    if (found === null) throw notFound('a client with this number')
    const [eligibility] = await readEligibility(app, found.account, [lotId])
    // By how much the client is over their limit would tell the sum of their maximums, which staff don't learn.
    return { accountId: found.account.id, paddle, name: found.name, eligibility: { ...eligibility!, overBy: null } }
  })

  serve(
    http,
    enterEndpoint,
    ({ params: { lotId }, body, person, request: { id: requestId } }) =>
      enterBid(app, lanes, { ...body, lotId, actorId: person.id, requestId }),
    { isRepeatable: true },
  )
}

type Entry = BodyOf<typeof enterEndpoint> & { lotId: string; actorId: string; requestId: string }

async function enterBid(app: App, lanes: Lanes, entry: Entry): Promise<BidAnswer | Refusal> {
  const { paddle, mark, seen, actorId, ...bid } = entry
  await requireNoPart(app.db, actorId, bid.lotId)
  const client = await accountOfPaddle(app.db, paddle)
  if (client === null) return refuse('no-such-client', 'No client has this number. Check it and try again.')
  const outcome = await lanes.submit({
    by: 'bidder',
    bidder: { id: client.account.id, paddle },
    kind: mark === 'absentee' ? 'maximum' : 'firm',
    entry: { mark, actorId, seen: mark === 'absentee' ? undefined : seen },
    ...bid,
  })
  if (!outcome.ok) {
    const { rejection } = outcome
    return refuse(rejection.code, clientWords(rejection), clientDetails(rejection))
  }
  if (outcome.answer === null) throw new Error('an accepted bid has no answer')
  return outcome.answer
}

/** What the client has committed is the sum of their maximums, which staff don't learn. */
function clientDetails(rejection: Rejection): Record<string, unknown> {
  if (rejection.code !== 'over-bidding-limit') return detailsOf(rejection)
  return rejection.why === undefined ? {} : { why: rejection.why }
}

/** A refusal as the auctioneer reads it: about the client, not about themselves. */
function clientWords(rejection: Rejection): string {
  switch (rejection.code) {
    case 'not-eligible':
      return INELIGIBLE[rejection.why]
    case 'lot-closed':
      return 'This lot is closed. The bid came too late.'
    case 'maximum-not-raised':
      return 'The client already leads at this price.'
    case 'over-bidding-limit':
      return rejection.why === 'other-currency'
        ? 'The client’s bidding limit is in another currency. They need a limit for this auction.'
        : 'This bid would take the client over their bidding limit.'
    case 'bid-expired':
      return 'The bid took too long to reach us. Nothing was recorded. Check the price and enter it again.'
    default:
      return wordsOf(rejection)
  }
}

const INELIGIBLE: Record<Ineligible, string> = {
  staff: 'Staff accounts can’t bid. Enter the number of a client.',
  'not-complete': 'This person isn’t a verified member. Register them at the desk first.',
  suspended: 'This client’s account is suspended.',
  'email-unconfirmed': 'This client’s email isn’t confirmed.',
  'address-missing': 'This client has no postal address, which the invoice needs.',
  'own-lot': 'This client is selling this lot.',
}
