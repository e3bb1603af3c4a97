import type { FastifyInstance } from 'fastify'
import {
  approveSale,
  changeMaximum,
  extendLot,
  placeBid as placeBidEndpoint,
  voidBids,
  withdrawLot,
} from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, refuse } from '#server/platform/problem.ts'
import type { WireCall } from '#server/fast-path/wire.ts'
import { serve } from '#server/platform/http/serve.ts'
import { submitForStaff } from './staff-actions.ts'
import type { Lanes } from './lane/lanes.ts'
import { hasPartIn } from './part-store.ts'
import { placeBid } from './place-bid.ts'
import type { BidThrottle } from './throttle.ts'

type BidCall = WireCall<typeof placeBidEndpoint>

export function biddingRoutes(http: FastifyInstance, app: App, lanes: Lanes, throttle: BidThrottle): void {
  const take = async ({ params: { lotId }, body, person, requestId }: BidCall) => {
    const { bidId, kind, amount, notAfter } = body
    if (kind !== 'buy-now' && amount === undefined) {
      throw invalidInput([{ field: 'amount', message: 'Enter the amount in minor units.' }])
    }
    return placeBid(lanes, throttle, person, { lotId, bidId, kind, amount: amount ?? null, notAfter, requestId })
  }
  serve(
    http,
    placeBidEndpoint,
    ({ params, body, person, request, reply }) => {
      http.wire.follow(reply)
      return take({ params, body, person, requestId: request.id })
    },
    { enqueues: false, isRepeatable: true },
  )
  http.wire.serve(placeBidEndpoint, take)

  serve(
    http,
    changeMaximum,
    ({ params, body, person, request: { id: requestId } }) =>
      placeBid(lanes, throttle, person, { lotId: params.lotId, kind: 'lower-maximum', ...body, requestId }),
    { isRepeatable: true },
  )

  serve(http, voidBids, async ({ params: { lotId }, body, person }) => {
    if (await hasPartIn(app.db, person.id, [lotId])) {
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

  serve(http, approveSale, ({ params, body, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'approve', cause: body.reason }),
  )
}
