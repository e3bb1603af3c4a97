import type { Kysely } from 'kysely'
import type { Closing } from '#contract/calendar/calendar.ts'
import type { App } from '#server/platform/app.ts'
import { perApp } from '#server/platform/per-app.ts'
import {
  planClosings,
  type Delays,
  type History,
  type LotToPlan,
  type Pace,
  type PlannedClosing,
} from './plan-closings.ts'
import { delaysByMake, lotsFollowedBy, pacesByAuction, type FollowedLot } from './store.ts'

/** How long statistics of ended lots are cached: they change by a lot or two in that time. */
const HISTORY_FRESH_MS = 5 * 60_000

type Known = { delays: Map<string | null, Delays>; paces: Map<string | null, Pace>; readAt: number }
const historyKept = perApp((): { known: Known | null } => ({ known: null }))

/** Statistics of ended lots, at most some minutes old. `db`: the current transaction, if any. */
async function historyOf<T>(app: App, db: Kysely<T>): Promise<Known> {
  const kept = historyKept(app)
  if (kept.known !== null && app.now() - kept.known.readAt < HISTORY_FRESH_MS) return kept.known
  const delays = await delaysByMake(db)
  const paces = await pacesByAuction(db)
  const read: Known = {
    delays: new Map(
      delays.map((row) => [row.make, { medianMs: row.median_ms, highMs: row.high_ms, samples: row.samples }]),
    ),
    paces: new Map(paces.map((row) => [row.auction_id, { lotMs: row.lot_ms, samples: row.samples }])),
    readAt: app.now(),
  }
  kept.known = read
  return read
}

/** With this many lots of one make, or of one auction, they are used instead of all lots. */
const OWN_SAMPLES_MIN = 8

/** When lots that are open or scheduled are likely to close, by lot. Similar lots are those of the same make, if there are enough. */
export async function closingsOf<T>(
  app: App,
  db: Kysely<T>,
  lots: readonly FollowedLot[],
): Promise<Map<string, PlannedClosing>> {
  const { delays, paces } = await historyOf(app, db)
  const rows = new Map(lots.map((lot) => [lot.lot_id, lot]))
  const enough = <T extends { samples: number }>(own: T | undefined, all: T | undefined) =>
    (own !== undefined && own.samples >= OWN_SAMPLES_MIN ? own : all) ?? null
  const history: History = {
    delaysOf: ({ lotId }) => enough(delays.get(rows.get(lotId)?.make ?? ''), delays.get(null)),
    paceOf: ({ lotId }) => enough(paces.get(rows.get(lotId)?.auction_id ?? ''), paces.get(null)),
  }
  const planned = planClosings(lots.flatMap(toPlan), history, app.now())
  return new Map(planned.map((closing) => [closing.lotId, closing]))
}

function toPlan(row: FollowedLot): LotToPlan[] {
  const { status } = row
  if (status !== 'scheduled' && status !== 'open') return []
  return [
    {
      lotId: row.lot_id,
      lotNumber: row.lot_number,
      auctionKind: row.auction_kind,
      status,
      closesAt: row.closes_at_ms,
      scheduledCloseAt: row.terms.scheduledCloseAt,
      auctionStartsAt: row.starts_at,
      extensionMs: row.terms.extensionMs,
      liveStartMs: row.terms.liveStartMs,
      lotsAhead: row.lots_ahead,
      onBlockClosesAt: row.on_block_closes_at_ms,
    },
  ]
}

/** The typical time a lot of a live auction takes, in ms, or null if no live auction was held. */
export async function usualLiveLotMs<T>(app: App, db: Kysely<T>): Promise<number | null> {
  return (await historyOf(app, db)).paces.get(null)?.lotMs ?? null
}

/** A person's closing planner, soonest first. */
export async function closingPlan(app: App, accountId: string): Promise<Closing[]> {
  const lots = await lotsFollowedBy(app.db, accountId)
  const closings = await closingsOf(app, app.db, lots)
  const rows = new Map(lots.map((lot) => [lot.lot_id, lot]))
  return [...closings.values()].map((closing) => {
    const lot = rows.get(closing.lotId)!
    return {
      ...closing,
      title: lot.title,
      auctionId: lot.auction_id,
      auctionTitle: lot.auction_title,
      auctionKind: lot.auction_kind,
      follows: lot.has_bid ? 'bid' : 'watching',
      closesAt: lot.closes_at_ms,
    }
  })
}
