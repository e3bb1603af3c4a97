import type { LotBook } from './lot-book.ts'

/** A bidder's first bid on a lot, so that their lots are listed without reading ledgers. */
export type Participation = { bidderId: string; lotId: string; at: number }

const KNOWN_MAX = 100_000

/**
 * Remembers, within bounds, which participations this process has committed: nearly every bid comes from someone who bid on the lot before,
 * and then nothing needs to be written.
 */
export class Participations {
  #known = new Set<string>()

  /** Participations of a batch that may be new, once each. An account that changes a maximum has bid before. */
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

  /** Call only after COMMIT. */
  remember(committed: Participation[]): void {
    if (this.#known.size > KNOWN_MAX) this.#known.clear()
    for (const { lotId, bidderId } of committed) this.#known.add(`${lotId} ${bidderId}`)
  }
}
