import { plural, t } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import type { Standings } from '../standings.ts'

export const SORTS = {
  run: t`Run order`,
  closing: t`Closing soonest`,
  high: t`Price, high to low`,
  low: t`Price, low to high`,
  bids: t`Most bids`,
} as const
export type Sort = keyof typeof SORTS

export const SHOWS = { all: t`All lots`, left: t`Not ended`, leading: t`I’m leading`, results: t`Ended` } as const
export type Show = keyof typeof SHOWS

export type Arrangement = { q: string; sort: Sort; show: Show }

const OVER = new Set<Standing['status']>(['sold', 'passed', 'reserve-not-met', 'withdrawn'])

/** Every search word must occur in a lot's number or title; case and accents are ignored. */
export function arrangeLots(
  lots: readonly LotSummary[],
  standings: Standings,
  { q, sort, show }: Arrangement,
  paddle: number | null,
): LotSummary[] {
  const words = plain(q).split(/\s+/).filter(Boolean)
  const chosen = lots.filter((lot) => {
    const text = `${lot.lotNumber} ${plain(lot.title)}`
    return words.every((word) => text.includes(word)) && isShown(standings.get(lot.id), show, paddle)
  })
  if (sort === 'run') return chosen
  const keys = new Map(chosen.map((lot, index) => [lot.id, [keyOf(standings.get(lot.id), lot, sort), index] as const]))
  return chosen.toSorted((a, b) => {
    const [x, first] = keys.get(a.id) ?? [0, 0]
    const [y, second] = keys.get(b.id) ?? [0, 0]
    return x === y ? first - second : x - y
  })
}

function isShown(standing: Standing | undefined, show: Show, paddle: number | null): boolean {
  if (show === 'all' || standing === undefined) return show === 'all' || show === 'left'
  const over = OVER.has(standing.status)
  if (show === 'leading') return paddle !== null && standing.leader === paddle
  return show === 'results' ? over : !over
}

/** Ascending; unknown values last. */
function keyOf(standing: Standing | undefined, lot: LotSummary, sort: Exclude<Sort, 'run'>): number {
  const last = Number.MAX_SAFE_INTEGER
  switch (sort) {
    case 'closing':
      if (standing !== undefined && OVER.has(standing.status)) return last
      return standing?.closesAt ?? lot.scheduledCloseAt ?? last - 1
    case 'high':
      return standing === undefined ? last : -(standing.price ?? 0)
    case 'low':
      return standing === undefined ? last : (standing.price ?? 0)
    case 'bids':
      return standing === undefined ? last : -standing.bidCount
    default:
      return sort satisfies never
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The lot that is on now: the open one in a live auction, else the open one that closes first. Null: none is open. */
export function lotOnNow(lots: readonly LotSummary[], standings: Standings): LotSummary | null {
  let found: LotSummary | null = null
  let end = Infinity
  for (const lot of lots) {
    const standing = standings.get(lot.id)
    if (standing?.status !== 'open') continue
    const at = standing.closesAt ?? -Infinity
    if (found === null || at < end) [found, end] = [lot, at]
  }
  return found
}

/** `open`: lots on now; `left`: those plus the ones to come. */
export type Results = Record<'sold' | 'passed' | 'reserveNotMet' | 'withdrawn' | 'open' | 'left', number>

/** How the auction's lots have ended so far. */
export function resultsOf(standings: Standings): Results {
  const results = { sold: 0, passed: 0, reserveNotMet: 0, withdrawn: 0, open: 0, left: 0 }
  for (const { status } of standings.values()) {
    if (status === 'sold' || status === 'passed' || status === 'withdrawn') results[status] += 1
    else if (status === 'reserve-not-met') results.reserveNotMet += 1
    else results.left += 1
    if (status === 'open') results.open += 1
  }
  return results
}

/** How the lots have ended so far, in words: as many parts as there are ways in which some have. */
export function endedWords({ sold, passed, reserveNotMet, withdrawn }: Results): string[] {
  return [
    ...(sold > 0 ? [plural(sold, { one: '# sold', other: '# sold' })] : []),
    ...(reserveNotMet > 0 ? [plural(reserveNotMet, { one: '# below the reserve', other: '# below the reserve' })] : []),
    ...(passed > 0 ? [plural(passed, { one: '# passed', other: '# passed' })] : []),
    ...(withdrawn > 0 ? [plural(withdrawn, { one: '# withdrawn', other: '# withdrawn' })] : []),
  ]
}
