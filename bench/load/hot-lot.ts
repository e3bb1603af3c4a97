import type pg from 'pg'
import type { CastMember } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import type { Stage } from '../stage.ts'
import { openBidders, type BiddersOptions, type BidPlan } from './bidders.ts'
import { closedLoop, type LoopResult } from './closed-loop.ts'
import { mustHold } from './history.ts'

export const HOT_LOT_LOAD =
  '128 keep-alive authenticated clients over HTTP bid on one lot, each as soon as its last bid is answered; every bid has a new id, one in five is too low, one in twenty is sent again with its id'

/** Out of 100 requests, 5 repeat the client's last accepted bid; of the others every fifth is too low. */
const REPEAT_EVERY = 20
const TOO_LOW_EVERY = 5

const OPENING_BID = 100
const TOO_LOW = 1

/** Amounts rise by one minor unit across all clients, so that only the intended ones are too low. `from`: the price so far. */
export function hotLotPlan(lotId: string, from = OPENING_BID): BidPlan {
  let turn = 0
  let amount = from
  return {
    draft(canRepeat) {
      turn += 1
      if (turn % REPEAT_EVERY === 0 && canRepeat) return 'repeat'
      if (turn % TOO_LOW_EVERY === 0) return { lotId, kind: 'firm', amount: TOO_LOW }
      return { lotId, kind: 'firm', amount: (amount += 1) }
    },
  }
}

/** A separate lot for each round, so that one round's history doesn't slow the next. Any whole amount above the price is a bid. */
export async function castHotLot({ app }: Pick<Stage, 'app'>): Promise<string> {
  const { lotId } = await castLot(app, { openingBid: OPENING_BID, bidUnit: 1, increments: [[0, 1]] })
  return lotId
}

/** Bidders of the load above on their own lot. */
export async function openHotLot(stage: Stage, crowd: readonly CastMember[], more: Partial<BiddersOptions> = {}) {
  const lotId = await castHotLot(stage)
  const bidders = await openBidders({
    port: stage.port,
    pool: stage.app.pool,
    crowd,
    plan: hotLotPlan(lotId),
    ...more,
  })
  return { lotId, bidders }
}

export type HotLotRound = LoopResult & { accepted: number; refused: number; batches: number[] }

/** One round in a closed loop, checked afterwards: void if an invariant is broken or the load wasn't as described. */
export async function hotLotRound(stage: Stage, crowd: readonly CastMember[], forMs: number): Promise<HotLotRound> {
  const { lotId, bidders } = await openHotLot(stage, crowd)
  const result = await closedLoop(bidders, forMs).finally(() => bidders.close())
  await mustHold(stage.app.pool, [lotId], await bidders.history())
  const { accepted, refused, repeated } = bidders.counts
  mustBeMixed({ accepted, refused, repeated })
  return { ...result, accepted, refused, batches: await batchSizes(stage.app.pool, lotId) }
}

/** In the first moments bids overtake each other on their way, and no bidder has an accepted bid to repeat. */
const MIXED_FROM = 5000

/** Throws if the load was easier than described. */
function mustBeMixed({ accepted, refused, repeated }: { accepted: number; refused: number; repeated: number }): void {
  const all = accepted + refused + repeated
  if (all < MIXED_FROM) return
  if (refused < 0.15 * all || repeated < 0.03 * all) {
    throw new Error(`void: of ${all} bids only ${refused} were refused and ${repeated} repeated`)
  }
}

/** How many answers each transaction wrote, read from the rows themselves: a row names the transaction that wrote it. */
export async function batchSizes(pool: pg.Pool, lotId: string): Promise<number[]> {
  const { rows } = await pool.query<{ size: number }>(
    'select count(*)::int as size from attempt where lot_id = $1 group by xmin',
    [lotId],
  )
  return rows.map(({ size }) => size)
}
