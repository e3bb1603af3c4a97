import { newId } from '#server/platform/id.ts'

/** On the bus: staff sent a message to everyone who follows the auction with this id. */
export const AUCTION_SAID = 'auction-said'
/** On the bus: how many people follow each auction through one process. */
export const AUDIENCE = 'audience'
/** A count older than this (ms) is of a process that ended, or of an auction it no longer serves. */
const FRESH_MS = 10_000
/** What fits into one hint. */
const AUCTIONS_MAX = 100

type Counts = { from: string; counts: [auctionId: string, people: number][] }

/**
 * How many people have the live page of an auction open, over all processes: each announces its own count every few seconds. Someone with
 * pages in two processes counts twice, which no decision depends on.
 */
export class Audience {
  #own = newId()
  #heard = new Map<string, { counts: Map<string, number>; at: number }>()
  #now: () => number
  #publish: (payload: string) => void

  constructor(now: () => number, publish: (payload: string) => void) {
    this.#now = now
    this.#publish = publish
  }

  announce(counts: Counts['counts']): void {
    if (counts.length === 0) return
    this.#publish(JSON.stringify({ from: this.#own, counts: counts.slice(0, AUCTIONS_MAX) } satisfies Counts))
  }

  receive(payload: string): void {
    const { from, counts } = JSON.parse(payload) as Counts
    this.#heard.set(from, { counts: new Map(counts), at: this.#now() })
  }

  of(auctionId: string): number {
    let people = 0
    for (const [from, { counts, at }] of this.#heard) {
      if (this.#now() - at > FRESH_MS) this.#heard.delete(from)
      else people += counts.get(auctionId) ?? 0
    }
    return people
  }
}
