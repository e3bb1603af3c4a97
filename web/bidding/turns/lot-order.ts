import { plural, t } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { AuctionTerms } from '#contract/auctions/auction-terms.ts'
import type { Standings } from '../standings.ts'

/** Fewer gaps between closes than this say nothing about the pace. */
const GAPS_MIN = 3
/** The pace of the latest lots counts; an auction speeds up and slows down. */
const GAPS_MAX = 10
/** Assumed until there are enough: a lot's start and two last-moment bids. Source: the closing planner, which does the same. */
const BIDS_PER_LOT = 2

/** A lot's place in a live auction. `number` from 1; `inMs`: until it opens, null while that can't be said. */
export type Place = { number: number; of: number; isNext: boolean; inMs: number | null }

type LiveTerms = Pick<AuctionTerms, 'liveStartMs' | 'extensionMs'>

/**
 * The places of the lots that are still to come, by lot. `standings` is in run list order. The time is measured from this auction's latest
 * closes; it is unknown while the lot on the block is paused. `startsAt` and `now` in ms by the server's clock.
 */
export function placesOf(standings: Standings, terms: LiveTerms, startsAt: number, now: number): Map<string, Place> {
  const all = [...standings.values()]
  const places = new Map<string, Place>()
  const lotMs = paceOf(all) ?? terms.liveStartMs + BIDS_PER_LOT * terms.extensionMs
  const open = all.find(({ status }) => status === 'open')
  // The lots say whether the auction has begun: a page may hold a start that was moved since.
  const hasBegun = open !== undefined || all.some(({ status }) => isHammered(status))
  const first = open === undefined ? Math.max(hasBegun ? 0 : startsAt - now, 0) : leftOf(open, now)
  let ahead = 0
  for (const [index, { lotId, status }] of all.entries()) {
    if (status !== 'scheduled') continue
    const inMs = first === null ? null : first + ahead * lotMs
    places.set(lotId, { number: index + 1, of: all.length, isNext: hasBegun && ahead === 0, inMs })
    ahead += 1
  }
  return places
}

/** `Lot 4 of 40, in about 12 min`; the next lot of a running auction is simply next. */
export function placeWords({ number, of, isNext, inMs }: Place): string {
  const lot = t`Lot ${number} of ${of}`
  if (isNext) return t`${lot}, next`
  return inMs === null ? lot : t`${lot}, in about ${roughly(inMs)}`
}

/** The same beside the lot's own row in the run list, which shows its place already. */
export function timeWords({ isNext, inMs }: Place): string {
  if (isNext) return t`Next`
  return inMs === null ? t`Upcoming` : t`In about ${roughly(inMs)}`
}

const MINUTE_MS = 60_000
const HOUR_MIN = 60
/** Beyond an hour an estimate is no better than this, in minutes. */
const STEP_MIN = 5

function roughly(ms: number): string {
  const exact = Math.max(1, Math.round(ms / MINUTE_MS))
  if (exact < HOUR_MIN) return `${exact} min`
  const rounded = Math.round(exact / STEP_MIN) * STEP_MIN
  const hours = Math.floor(rounded / HOUR_MIN)
  if (hours >= 24) return plural(Math.round(hours / 24), { one: '# day', other: '# days' })
  const rest = rounded % HOUR_MIN
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** The time left of the lot on the block, in ms; null while it is paused. */
function leftOf({ closesAt }: Standing, now: number): number | null {
  return closesAt === null ? null : Math.max(closesAt - now, 0)
}

/** The median time from one close to the next, in ms; null until enough lots have closed. */
function paceOf(standings: readonly Standing[]): number | null {
  const closes = standings
    .flatMap(({ status, closesAt }) => (isHammered(status) && closesAt !== null ? [closesAt] : []))
    .toSorted((a, b) => a - b)
  const gaps = closes.flatMap((at, index) => (index === 0 ? [] : [at - (closes[index - 1] ?? at)])).slice(-GAPS_MAX)
  if (gaps.length < GAPS_MIN) return null
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null
}

function isHammered(status: Standing['status']): boolean {
  return status === 'sold' || status === 'passed' || status === 'reserve-not-met'
}
