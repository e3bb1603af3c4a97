import type { LotEvent } from './lot.ts'
import type { Terms } from './terms.ts'

/**
 * The extension caused by a bid at `now` (ms), or null: within the window the end moves to at least `extensionMs` from the bid,
 * never past the auction's hard end. Source: the rulebook, "Soft close".
 */
export function extendedByBid(terms: Terms, closesAt: number | null, now: number): LotEvent | null {
  if (closesAt === null || closesAt - now > terms.extensionWindowMs) return null
  const wished = now + terms.extensionMs
  const moved = terms.hardEndAt === null ? wished : Math.min(wished, terms.hardEndAt)
  return moved > closesAt ? { type: 'extended', at: now, closesAt: moved, cause: 'bid' } : null
}
