import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { CastMember } from '#test/cast.ts'
import type { Stage } from '../stage.ts'
import { asOwner } from './as-owner.ts'
import type { Bidders } from './bidders.ts'
import { closedLoop } from './closed-loop.ts'
import { faultsOf, type History } from './history.ts'
import { openHotLot } from './hot-lot.ts'

const PLANTED_MS = 400
const MIXED_MS_MAX = 20_000
/** Number of accepted bids from which on a planted one is hidden among others. */
const CLEAR = 100

/** A faulty server, as its clients would have seen it or as it would have left the database. */
type Planted = (history: History, pool: pg.Pool) => History | Promise<History>

/** What the checker must detect. Each entry turns an honest history into what a faulty server would have left. */
export const PLANTED: Record<string, Planted> = {
  'acknowledges a bid and never records it': (history) => {
    const bid = anyBid(history, true)
    return { ...history, bids: [...history.bids, { ...bid, bidId: randomUUID(), amount: bid.amount + 1 }] }
  },
  'records another amount': (history) => changed(history, true, ({ amount }) => ({ amount: amount + 1 })),
  'records the bid of another bidder': (history) => changed(history, true, () => ({ bidderId: randomUUID() })),
  'records a bid that it refused': (history) => changed(history, true, () => ({ acknowledged: false })),
  'records a bid that nobody sent': (history) => {
    const bid = anyBid(history, true)
    return { ...history, bids: history.bids.filter((one) => one !== bid) }
  },
  'decides a repeated bid once more': (history) => {
    const [repeat, ...others] = history.repeats
    const again = JSON.stringify({ ...(JSON.parse(repeat!.again) as object), sequence: 1_000_000 })
    return { ...history, repeats: [{ ...repeat!, again }, ...others] }
  },
  'answers with an error under load': (history) => ({ ...history, errors: new Map([[500, 1]]) }),
  // Last: it changes the database.
  'loses a row that it had acknowledged': async (history, pool) => {
    const lost = 'with sealed as (delete from sealed_ledger where bid_id = $1) delete from ledger where bid_id = $1'
    await asOwner(pool, lost, [anyBid(history, true).bidId])
    return history
  },
}

/**
 * A short load on a separate lot must pass the checker; then every planted variant of it must be detected, and so must one whose
 * answers come before the commit. Throws otherwise: a checker that can't tell right from wrong gives no valid figures.
 */
export async function rejectPlanted(stage: Stage, crowd: readonly CastMember[]): Promise<void> {
  const { pool } = stage.app
  const { lotId, bidders } = await openHotLot(stage, crowd)
  try {
    await untilMixed(bidders)
  } finally {
    bidders.close()
  }
  const history = await bidders.history()
  const honest = await faultsOf(pool, [lotId], history)
  if (honest.length > 0) throw new Error(`void, ${honest.length} faults: ${honest.slice(0, 5).join('; ')}`)
  for (const [name, plant] of Object.entries(PLANTED)) {
    const faults = await faultsOf(pool, [lotId], await plant(history, pool))
    if (faults.length === 0) throw new Error(`void: a server that ${name} went unnoticed`)
  }
  await rejectEarlyAnswers(stage, crowd)
}

/** Continues until there is some of everything to falsify; on a slow or busy machine that takes a while. */
async function untilMixed(bidders: Bidders): Promise<void> {
  const until = performance.now() + MIXED_MS_MAX
  do await closedLoop(bidders, PLANTED_MS)
  while ((bidders.counts.repeated === 0 || bidders.counts.accepted < CLEAR) && performance.now() < until)
  if (bidders.counts.repeated === 0) throw new Error('void: not one bid could be repeated')
}

async function rejectEarlyAnswers(stage: Stage, crowd: readonly CastMember[]): Promise<void> {
  const { bidders } = await openHotLot(stage, crowd, { witnessEvery: 1, plantEarlyAnswers: true })
  await closedLoop(bidders, PLANTED_MS / 4).finally(() => bidders.close())
  const { answeredEarly } = await bidders.history()
  if (answeredEarly.length === 0) throw new Error('void: a server that answers before its commit went unnoticed')
}

function anyBid({ bids }: History, acknowledged: boolean): History['bids'][number] {
  const fitting = bids.filter((bid) => bid.acknowledged === acknowledged)
  return fitting[Math.floor(fitting.length / 2)]!
}

function changed(
  history: History,
  acknowledged: boolean,
  change: (bid: History['bids'][number]) => Partial<History['bids'][number]>,
): History {
  const bid = anyBid(history, acknowledged)
  return { ...history, bids: history.bids.map((one) => (one === bid ? { ...one, ...change(one) } : one)) }
}
