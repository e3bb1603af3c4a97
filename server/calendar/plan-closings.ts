import type { Closing } from '#contract/calendar.ts'

/** A lot somebody follows that has not ended, with what its close depends on. Instants and durations in ms. */
export type LotToPlan = {
  lotId: string
  lotNumber: number
  saleKind: 'timed' | 'live'
  status: 'scheduled' | 'open'
  /** The present end; null in a live sale before the lot comes up, and while a lot is paused. */
  closesAt: number | null
  /** The planned end of a timed lot. */
  scheduledCloseAt: number | null
  /** When the first lot of its sale closes (timed) or comes up (live). */
  saleStartsAt: number
  extensionMs: number
  liveStartMs: number
  /** Live: lots of the sale before this one that have not ended, the one on the block left out. */
  lotsAhead: number
  /** Live: the present end of the lot on the block; null where none is open. */
  onBlockClosesAt: number | null
}

/** By how much ended lots ran past their planned end, in ms: the middle one, and the one that nine of ten stay below. */
export type Delays = { medianMs: number; highMs: number; samples: number }

/** How long a lot of a live sale takes from one close to the next, in ms. */
export type Pace = { lotMs: number; samples: number }

export type History = { delaysOf(lot: LotToPlan): Delays | null; paceOf(lot: LotToPlan): Pace | null }

export type PlannedClosing = Pick<
  Closing,
  'lotId' | 'lotNumber' | 'earliestAt' | 'likelyAt' | 'latestAt' | 'basis' | 'samples' | 'clashes'
>

const CLASH_MS = 5 * 60_000
const CLASHES_MAX = 20
/** Fewer ended lots than this say nothing. */
const SAMPLES_MIN = 5
/** A live lot without history: its start and two bids in the last moment. */
const BIDS_PER_LIVE_LOT = 2
/** How far the pace of a live sale may stray from what was measured. */
const SLOWEST_SHARE = 1.6
const NOTHING: Delays = { medianMs: 0, highMs: 0, samples: 0 }

/**
 * When each lot is likely to close, soonest first, and which of them within five minutes of each other. Pure. A timed lot never
 * closes before its present end; beyond it, similar lots tell by how much bids at the end usually move it. A live lot waits for
 * those before it, at the pace of this sale or of earlier ones.
 */
export function planClosings(lots: readonly LotToPlan[], history: History, now: number): PlannedClosing[] {
  const planned = lots
    .map((lot) => (lot.saleKind === 'live' ? planLive(lot, history, now) : planTimed(lot, history, now)))
    .toSorted((a, b) => a.likelyAt - b.likelyAt || a.lotNumber - b.lotNumber)
  return withClashes(planned)
}

function planTimed(lot: LotToPlan, history: History, now: number): PlannedClosing {
  const end = Math.max(lot.closesAt ?? lot.scheduledCloseAt ?? lot.saleStartsAt, now)
  const known = history.delaysOf(lot)
  const delays = known !== null && known.samples >= SAMPLES_MIN ? known : NOTHING
  const moved = lot.closesAt === null || lot.scheduledCloseAt === null ? 0 : lot.closesAt - lot.scheduledCloseAt
  // Who has moved past the usual delay is in a fight: one more extension is likelier than none.
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
  const start = Math.max(lot.onBlockClosesAt ?? lot.saleStartsAt, now)
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

/** `planned` in the order of `likelyAt`. */
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
