import type { Closing } from '#contract/calendar/calendar.ts'

/** A followed lot that has not ended, with what its close depends on. Instants and durations in ms. */
export type LotToPlan = {
  lotId: string
  lotNumber: number
  auctionKind: 'timed' | 'live'
  status: 'scheduled' | 'open'
  /** The current end; null in a live auction before the lot comes up, and while a lot is paused. */
  closesAt: number | null
  /** The planned end of a timed lot. */
  scheduledCloseAt: number | null
  /** When the first lot of its auction closes (timed) or comes up (live). */
  auctionStartsAt: number
  extensionMs: number
  liveStartMs: number
  /** Live: lots of the auction before this one that have not ended, excluding the one on the block. */
  lotsAhead: number
  /** Live: the current end of the lot on the block; null if none is open. */
  onBlockClosesAt: number | null
}

/** How far lots ran past their planned end, in ms: the median and the 90th percentile. */
export type Delays = { medianMs: number; highMs: number; samples: number }

/** How long a lot of a live auction takes from one close to the next, in ms. */
export type Pace = { lotMs: number; samples: number }

export type History = { delaysOf(lot: LotToPlan): Delays | null; paceOf(lot: LotToPlan): Pace | null }

export type PlannedClosing = Pick<
  Closing,
  'lotId' | 'lotNumber' | 'earliestAt' | 'likelyAt' | 'latestAt' | 'basis' | 'samples' | 'clashes'
>

const CLASH_MS = 5 * 60_000
const CLASHES_MAX = 20
/** Fewer ended lots than this are not used. */
const SAMPLES_MIN = 5
/** Assumed for a live lot without history: its start and two last-moment bids. */
const BIDS_PER_LIVE_LOT = 2
/** How far the pace of a live auction may deviate from the measured one. */
const SLOWEST_SHARE = 1.6
const NOTHING: Delays = { medianMs: 0, highMs: 0, samples: 0 }

/**
 * When each lot is likely to close, soonest first, and which of them close within five minutes of each other. Pure. A timed lot never
 * closes before its current end; the history of similar lots gives how much late bids usually extend it. A live lot waits for those before
 * it, at the pace of this auction or of earlier ones.
 */
export function planClosings(lots: readonly LotToPlan[], history: History, now: number): PlannedClosing[] {
  const planned = lots
    .map((lot) => (lot.auctionKind === 'live' ? planLive(lot, history, now) : planTimed(lot, history, now)))
    .toSorted((a, b) => a.likelyAt - b.likelyAt || a.lotNumber - b.lotNumber)
  return withClashes(planned)
}

function planTimed(lot: LotToPlan, history: History, now: number): PlannedClosing {
  const end = Math.max(lot.closesAt ?? lot.scheduledCloseAt ?? lot.auctionStartsAt, now)
  const known = history.delaysOf(lot)
  const delays = known !== null && known.samples >= SAMPLES_MIN ? known : NOTHING
  const moved = lot.closesAt === null || lot.scheduledCloseAt === null ? 0 : lot.closesAt - lot.scheduledCloseAt
  // A lot past the usual delay is contested: one more extension is likelier than none.
  const expected = delays.medianMs > moved ? delays.medianMs - moved : moved > 0 ? lot.extensionMs / 2 : 0
  const most = Math.max(delays.highMs - moved, expected, lot.extensionMs)
  return {
    lotId: lot.lotId,
    lotNumber: lot.lotNumber,
    earliestAt: end,
    likelyAt: Math.round(end + expected),
    latestAt: Math.round(end + most),
    basis: delays.samples > 0 ? 'extensions' : 'plan',
    samples: delays.samples,
    clashes: [],
  }
}

function planLive(lot: LotToPlan, history: History, now: number): PlannedClosing {
  const known = history.paceOf(lot)
  const pace = known !== null && known.samples >= SAMPLES_MIN ? known : null
  const lotMs = Math.max(pace?.lotMs ?? lot.liveStartMs + BIDS_PER_LIVE_LOT * lot.extensionMs, lot.liveStartMs)
  const start = Math.max(lot.onBlockClosesAt ?? lot.auctionStartsAt, now)
  const isOpen = lot.status === 'open'
  const first = isOpen ? Math.max(lot.closesAt ?? now, now) : start
  const turns = isOpen ? 0 : lot.lotsAhead + 1
  return {
    lotId: lot.lotId,
    lotNumber: lot.lotNumber,
    earliestAt: first + turns * lot.liveStartMs,
    likelyAt: Math.round(first + turns * lotMs),
    latestAt: Math.round(first + Math.max(turns * lotMs * SLOWEST_SHARE, lot.extensionMs)),
    basis: pace === null ? 'plan' : 'pace',
    samples: pace?.samples ?? 0,
    clashes: [],
  }
}

/** Marks clashes. `planned` is in the order of `likelyAt`. */
function withClashes(planned: readonly PlannedClosing[]): PlannedClosing[] {
  return planned.map((lot, index) => {
    const clashes: number[] = []
    const isNear = (other: PlannedClosing | undefined): other is PlannedClosing =>
      other !== undefined && Math.abs(other.likelyAt - lot.likelyAt) <= CLASH_MS && clashes.length < CLASHES_MAX
    for (let before = index - 1; isNear(planned[before]); before--) clashes.push(planned[before]!.lotNumber)
    for (let after = index + 1; isNear(planned[after]); after++) clashes.push(planned[after]!.lotNumber)
    return { ...lot, clashes: clashes.toSorted((a, b) => a - b) }
  })
}
