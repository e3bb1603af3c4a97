import type pg from 'pg'

/**
 * Looks from outside whether an answer was given before its commit: what is committed, every other connection can read. It asks for
 * one in `every` bids only, so that it costs the database next to nothing.
 */
export class CommitWitness {
  #pool: pg.Pool
  #every: number
  #turn = 0
  #looking: Promise<string | null>[] = []

  constructor(pool: pg.Pool, every: number) {
    this.#pool = pool
    this.#every = every
  }

  /** Called in the moment when the bid was acknowledged. */
  look(bidId: string): void {
    this.#turn += 1
    if (this.#turn % this.#every === 0) this.#looking.push(this.#isThere(bidId).then((found) => (found ? null : bidId)))
  }

  /** The bids that were acknowledged and were not there. */
  async missing(): Promise<string[]> {
    return (await Promise.all(this.#looking)).filter((bidId) => bidId !== null)
  }

  async #isThere(bidId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('select from attempt where bid_id = $1', [bidId])
    return rowCount === 1
  }
}
