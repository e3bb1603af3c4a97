import type { LotBook } from './lot-book.ts'

/** Who bid where first, so that a bidder's lots are listed without reading ledgers. */
export type Participation = { bidderId: string; lotId: string; at: number }

const KNOWN_MAX = 100_000

/**
 * Remembers, within bounds, which participations this process has committed: nearly every bid is by somebody who bid on the lot
 * before, and then there is nothing to write.
 */
export class Participations {
  #known = new Set<string>()

  /** Those of a batch that may be new, once each. Who changes a maximum has bid before. */
  unknownIn(books: LotBook[]): Participation[] {
    const found = new Map<string, Participation>()
    for (const { lotId, rows } of books) {
      for (const { event } of rows) {
        if (!('bidder' in event)) continue
        const key = `${lotId} ${event.bidder.id}`
        if (!this.#known.has(key) && !found.has(key)) found.set(key, { bidderId: event.bidder.id, lotId, at: event.at })
      }
    }
    return [...found.values()]
  }

  /** Only after COMMIT. */
  remember(committed: Participation[]): void {
    if (this.#known.size > KNOWN_MAX) this.#known.clear()
    for (const { lotId, bidderId } of committed) this.#known.add(`${lotId} ${bidderId}`)
  }
}
