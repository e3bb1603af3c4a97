import type { FastifyInstance } from 'fastify'
import {
  approveSale,
  changeMaximum,
  extendLot,
  placeBid as placeBidEndpoint,
  voidBids,
  withdrawLot,
} from '#contract/bidding.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { hasPartIn } from './has-part-in.ts'
import { actForHouse } from './house-acts.ts'
import type { Lanes } from './lane/lanes.ts'
import { placeBid } from './place-bid.ts'
import type { BidThrottle } from './throttle.ts'

export function biddingRoutes(app: FastifyInstance, house: House, lanes: Lanes, throttle: BidThrottle): void {
  serve(
    app,
    placeBidEndpoint,
    ({ params, body, person, request: { id: requestId } }) => {
      const { bidId, kind, amount, notAfter } = body
      if (kind !== 'buy-now' && amount === undefined) {
        throw invalidInput([{ field: 'amount', message: 'Say the amount in minor units.' }])
      }
      const { lotId } = params
      return placeBid(lanes, throttle, person, { lotId, bidId, kind, amount: amount ?? null, notAfter, requestId })
    },
    { tellsLater: false, isRepeatable: true },
  )

  serve(
    app,
    changeMaximum,
    ({ params, body, person, request: { id: requestId } }) =>
      placeBid(lanes, throttle, person, { lotId: params.lotId, kind: 'lower-maximum', ...body, requestId }),
    { isRepeatable: true },
  )

  serve(app, voidBids, async ({ params: { lotId }, body, person }) => {
    if (await hasPartIn(house.db, person.id, lotId)) {
      return refuse('has-part', 'You or your household bid on this lot or consign it. Ask a colleague to void the bid.')
    }
    return actForHouse(house, lanes, person.id, lotId, {
      type: 'void-bids',
      voided: body.sequences,
      cause: body.reason,
    })
  })

  serve(app, withdrawLot, ({ params, body, person }) =>
    actForHouse(house, lanes, person.id, params.lotId, { type: 'withdraw-lot', cause: body.reason }),
  )

  serve(app, extendLot, ({ params, body, person }) =>
    actForHouse(house, lanes, person.id, params.lotId, { type: 'extend', closesAt: body.closesAt }),
  )

  serve(app, approveSale, ({ params, body, person }) =>
    actForHouse(house, lanes, person.id, params.lotId, { type: 'approve', cause: body.reason }),
  )
}
