import type { Kysely } from 'kysely'
import type { Closing } from '#contract/calendar.ts'
import type { House } from '#server/platform/house.ts'
import {
  planClosings,
  type Delays,
  type History,
  type LotToPlan,
  type Pace,
  type PlannedClosing,
} from './plan-closings.ts'
import { delaysByMake, lotsFollowedBy, pacesBySale, type FollowedLot } from './store.ts'

/** How long what is known of ended lots is good enough: it moves by a lot or two in that time. */
const HISTORY_FRESH_MS = 5 * 60_000

type Known = { delays: Map<string | null, Delays>; paces: Map<string | null, Pace>; readAt: number }
const known = new WeakMap<House, Known>()

/** What ended lots tell; some minutes old at most. `db`: the transaction one is in. */
async function historyOf<T>(house: House, db: Kysely<T>): Promise<Known> {
  const held = known.get(house)
  if (held !== undefined && house.now() - held.readAt < HISTORY_FRESH_MS) return held
  const delays = await delaysByMake(db)
  const paces = await pacesBySale(db)
  const read: Known = {
    delays: new Map(
      delays.map((row) => [row.make, { medianMs: row.median_ms, highMs: row.high_ms, samples: row.samples }]),
    ),
    paces: new Map(paces.map((row) => [row.auction_id, { lotMs: row.lot_ms, samples: row.samples }])),
    readAt: house.now(),
  }
  known.set(house, read)
  return read
}

/** Enough lots of one make, or of one sale, to go by them instead of by all. */
const OWN_SAMPLES_MIN = 8

/** When the lots that still run or come are likely to close, by lot. Similar lots are those of the same make, where there are enough. */
export async function closingsOf<T>(
  house: House,
  db: Kysely<T>,
  lots: readonly FollowedLot[],
): Promise<Map<string, PlannedClosing>> {
  const { delays, paces } = await historyOf(house, db)
  const rows = new Map(lots.map((lot) => [lot.lot_id, lot]))
  const enough = <T extends { samples: number }>(own: T | undefined, all: T | undefined) =>
    (own !== undefined && own.samples >= OWN_SAMPLES_MIN ? own : all) ?? null
  const history: History = {
    delaysOf: ({ lotId }) => enough(delays.get(rows.get(lotId)?.make ?? ''), delays.get(null)),
    paceOf: ({ lotId }) => enough(paces.get(rows.get(lotId)?.auction_id ?? ''), paces.get(null)),
  }
  const planned = planClosings(lots.flatMap(toPlan), history, house.now())
  return new Map(planned.map((closing) => [closing.lotId, closing]))
}

function toPlan(row: FollowedLot): LotToPlan[] {
  const { status } = row
  if (status !== 'scheduled' && status !== 'open') return []
  return [
    {
      lotId: row.lot_id,
      lotNumber: row.lot_number,
      saleKind: row.sale_kind,
      status,
      closesAt: row.closes_at_ms,
      scheduledCloseAt: row.terms.scheduledCloseAt,
      saleStartsAt: row.starts_at,
      extensionMs: row.terms.extensionMs,
      liveStartMs: row.terms.liveStartMs,
      lotsAhead: row.lots_ahead,
      onBlockClosesAt: row.on_block_closes_at_ms,
    },
  ]
}

/** The typical time a lot of a live sale takes, in ms, or null where no live sale was held. */
export async function usualLiveLotMs<T>(house: House, db: Kysely<T>): Promise<number | null> {
  return (await historyOf(house, db)).paces.get(null)?.lotMs ?? null
}

/** The closing planner of a person, soonest first. */
export async function closingPlan(house: House, accountId: string): Promise<Closing[]> {
  const lots = await lotsFollowedBy(house.db, accountId)
  const closings = await closingsOf(house, house.db, lots)
  const rows = new Map(lots.map((lot) => [lot.lot_id, lot]))
  return [...closings.values()].map((closing) => {
    const lot = rows.get(closing.lotId)!
    return {
      ...closing,
      title: lot.title,
      auctionId: lot.auction_id,
      auctionTitle: lot.auction_title,
      saleKind: lot.sale_kind,
      follows: lot.has_bid ? 'bid' : 'watching',
      closesAt: lot.closes_at_ms,
    }
  })
}
