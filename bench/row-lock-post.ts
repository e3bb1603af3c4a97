import * as z from 'zod/mini'
import { PlaceBid } from '#contract/bidding/bidding.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Amount, Id } from '#contract/platform/values.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { Feature } from '#server/platform/feature.ts'
import { serve } from '#server/platform/http/serve.ts'
import { invalidInput, refuse } from '#server/platform/problem.ts'
import { rowLockBid } from './load/row-lock.ts'

export const ROW_LOCK_CONNECTIONS = 32

/** A bid as auction software usually takes it: the same path into the server and the same request as a real bid. */
const rowLockPost = endpoint({
  method: 'POST',
  path: '/bench/row-lock/:lotId/bids',
  access: 'complete',
  summary: 'Place a bid in a transaction of its own that locks the lot',
  params: z.object({ lotId: Id }),
  body: PlaceBid,
  reply: z.object({ bidId: Id, lotId: Id, price: Amount }),
  rejections: ['below-next-bid'],
})

export function rowLockPathOf(lotId: string): string {
  return rowLockPost.path.replace(':lotId', lotId)
}

/** Set up by the benchmark server only. Has a pool like the server's own, but with the owner's login, who alone knows these tables. */
export const rowLockFeature: Feature = {
  name: 'row-lock',
  setUp(http, { config, databaseUrl, log }) {
    const { pool, close } = openDatabase(config.databaseUrl ?? databaseUrl, log, { connections: ROW_LOCK_CONNECTIONS })
    serve(
      http,
      rowLockPost,
      async ({ params: { lotId }, body: { bidId, amount }, person }) => {
        if (amount === undefined) throw invalidInput([{ field: 'amount', message: 'Enter the amount in minor units.' }])
        const amountAt = (price: number) => (amount > price ? amount : null)
        const isAccepted = await rowLockBid(pool, { id: bidId, lotId, bidder: person.id, amountAt })
        if (!isAccepted) return refuse('below-next-bid', 'The amount is below the next bid.')
        return { bidId, lotId, price: amount }
      },
      { enqueues: false, isRepeatable: true },
    )
    return { stop: close }
  },
}
