import type { LotSummary } from '#contract/lots/lots.ts'
import { keepStored, readStored } from '#web/platform/stored.ts'

/** A lot as it was when its page was last seen. Instants in ms. */
export type SeenLot = Pick<LotSummary, 'lotNumber' | 'title'> & { closesAt: number | null; seenAt: number }

const KEY = 'seen-lots-1'
const SEEN_MAX = 10

/** The lots whose pages this browser showed last, the last one first. Anything unreadable counts as none. */
export function seenLots(): SeenLot[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSeenLot).slice(0, SEEN_MAX) : []
  } catch {
    return []
  }
}

export function keepSeenLot(lot: SeenLot): void {
  const others = seenLots().filter(({ lotNumber }) => lotNumber !== lot.lotNumber)
  keepStored(KEY, JSON.stringify([lot, ...others].slice(0, SEEN_MAX)))
}

function isSeenLot(one: unknown): one is SeenLot {
  if (typeof one !== 'object' || one === null) return false
  const { lotNumber, title, closesAt, seenAt } = one as Partial<SeenLot>
  const isTime = closesAt === null || typeof closesAt === 'number'
  return typeof lotNumber === 'number' && typeof title === 'string' && isTime && typeof seenAt === 'number'
}
