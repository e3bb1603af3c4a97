import type { App } from '#server/platform/app.ts'
import { type CastLot, castLot, type LotOptions } from '#test/inventory.ts'

export type Ended = { status: 'sold' | 'reserve-not-met' | 'passed' | 'withdrawn'; price?: number; daysAgo?: number }

/** A published lot that has ended, as bidding records it. */
export async function endedLot(
  app: App,
  { status, price = 0, daysAgo = 0 }: Ended,
  options: LotOptions = {},
): Promise<CastLot> {
  const lot = await castLot(app, { isFree: true, ...options })
  await app.pool.query(
    `update standing set status = $2, price = $3, negotiation_due_at_ms = case when $2 = 'reserve-not-met' then 9e15 end where lot_id = $1`,
    [lot.lotId, status, price === 0 ? null : price],
  )
  await app.pool.query(
    `update lot set closed_at = clock_timestamp() - $2 * interval '1 day', outcome = $3 where id = $1`,
    [lot.lotId, daysAgo, status],
  )
  return lot
}
