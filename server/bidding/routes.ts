import type { FastifyInstance } from 'fastify'
import {
  approveAuction,
  changeMaximum,
  extendLot,
  placeBid as placeBidEndpoint,
  voidBids,
  withdrawLot,
} from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { submitForStaff } from './staff-actions.ts'
import type { Lanes } from './lane/lanes.ts'
import { placeBid } from './place-bid.ts'
import type { BidThrottle } from './throttle.ts'
import { sql, type Kysely } from 'kysely'
import { COMPARABLE_ADDRESS } from '#server/accounts/identifiers/identifiers.ts'

/**
 * Whether a member of staff has a part in a lot's outcome: they, or someone in their household, bid on it or consign it. A household is
 * everyone who shares a postal address (street, postcode and city), a device or an identity document with them. No one may void bids on a
 * lot in whose outcome they have a part.
 */
async function hasPartIn<T>(db: Kysely<T>, personId: string, lotId: string): Promise<boolean> {
  const found = await sql<{ has: boolean }>`
    with own as (
      select ${COMPARABLE_ADDRESS} as home from account_address where account_id = ${personId}),
    household as (
      select ${personId}::uuid as id
      union select account_id from account_address where ${COMPARABLE_ADDRESS} in (select home from own)
      union select other.account_id from account_identifier own
        join account_identifier other on other.kind = own.kind and other.hash = own.hash
        where own.account_id = ${personId} and own.kind in ('device', 'document-number', 'document-file'))
    select exists (select 1 from household h join participation p on p.bidder_id = h.id and p.lot_id = ${lotId})
      or exists (select 1 from household h join standing s on s.seller_id = h.id and s.lot_id = ${lotId}) as has`.execute(
    db,
  )
  return found.rows[0]?.has ?? false
}

export function biddingRoutes(http: FastifyInstance, app: App, lanes: Lanes, throttle: BidThrottle): void {
  serve(
    http,
    placeBidEndpoint,
    ({ params, body, person, request: { id: requestId } }) => {
      const { bidId, kind, amount, notAfter } = body
      if (kind !== 'buy-now' && amount === undefined) {
        throw invalidInput([{ field: 'amount', message: 'Enter the amount in minor units.' }])
      }
      const { lotId } = params
      return placeBid(lanes, throttle, person, { lotId, bidId, kind, amount: amount ?? null, notAfter, requestId })
    },
    { enqueues: false, isRepeatable: true },
  )

  serve(
    http,
    changeMaximum,
    ({ params, body, person, request: { id: requestId } }) =>
      placeBid(lanes, throttle, person, { lotId: params.lotId, kind: 'lower-maximum', ...body, requestId }),
    { isRepeatable: true },
  )

  serve(http, voidBids, async ({ params: { lotId }, body, person }) => {
    if (await hasPartIn(app.db, person.id, lotId)) {
      return refuse(
        'has-part',
        'You or someone in your household bid on this lot or is selling it. Ask a colleague to void the bid.',
      )
    }
    return submitForStaff(app, lanes, person.id, lotId, {
      type: 'void-bids',
      voided: body.sequences,
      cause: body.reason,
    })
  })

  serve(http, withdrawLot, ({ params, body, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'withdraw-lot', cause: body.reason }),
  )

  serve(http, extendLot, ({ params, body, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'extend', closesAt: body.closesAt }, body.reason),
  )

  serve(http, approveAuction, ({ params, body, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'approve', cause: body.reason }),
  )
}
