import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CastMember } from '#test/cast.ts'
import type { CastLot } from '#test/inventory.ts'
import type { Seen } from '#test/invariants.ts'

/** The longest that anybody may wait for an answer, whatever has failed. */
const SILENCE_MS_MAX = 10_000
const REST_MS = 50

/** What became of one request: `null` where no answer came. */
type Told = { status: number; code: string } | null

/**
 * Bidders who bid on one lot without a pause, each the next higher amount, and remember what they were told. A bid whose outcome they
 * were not told stays open (`acknowledged: null`) until {@link settle} asks again with the same id.
 */
export class BiddingCrowd {
  readonly seen: Seen[] = []
  /** Answers that no bidder should ever get, in words. */
  readonly surprises: string[] = []
  /** Times of acknowledgements, and of the longest wait for any answer, in ms. */
  readonly acknowledgedAt: number[] = []
  longestWaitMs = 0
  #crowd: Map<string, CastMember>
  #lot: CastLot
  #amount = 0
  #running: Promise<unknown> | null = null
  #enough = false

  constructor(crowd: CastMember[], lot: CastLot) {
    this.#crowd = new Map(crowd.map((who) => [who.id, who]))
    this.#lot = lot
  }

  get acknowledged(): number {
    return this.acknowledgedAt.length
  }

  get open(): Seen[] {
    return this.seen.filter((bid) => bid.acknowledged === null)
  }

  /** `untilSilence`: a bidder goes home when the server does not answer at all. */
  start(url: string, { untilSilence = false } = {}): void {
    this.#enough = false
    this.#running = Promise.all([...this.#crowd.values()].map((who) => this.#bidOn(who, url, untilSilence)))
  }

  /** Resolves when every bidder has stopped. */
  async stop(): Promise<void> {
    this.#enough = true
    await this.#running
  }

  async wentHome(): Promise<void> {
    await this.#running
  }

  /** Sends every open bid again under its id: the answer tells what became of it. */
  async settle(url: string): Promise<void> {
    for (const bid of this.open) this.#note(bid, await this.#send(url, bid))
  }

  async #bidOn(who: CastMember, url: string, untilSilence: boolean): Promise<void> {
    while (!this.#enough) {
      const bid: Seen = {
        bidId: randomUUID(),
        lotId: this.#lot.lotId,
        bidderId: who.id,
        kind: 'firm',
        amount: (this.#amount += 1),
        acknowledged: null,
      }
      this.seen.push(bid)
      const told = await this.#send(url, bid)
      this.#note(bid, told)
      if (told === null && untilSilence) return
      if (told === null || told.status === 503) await wait(REST_MS)
    }
  }

  #note(bid: Seen, told: Told): void {
    if (told === null) return
    if (told.status === 200) this.acknowledgedAt.push(performance.now())
    // Busy is a promise, too: nothing was recorded.
    if (told.status === 200 || told.status === 409 || told.code === 'busy') bid.acknowledged = told.status === 200
    else if (told.code !== 'unknown-outcome') this.surprises.push(`${told.status} ${told.code}`)
  }

  async #send(url: string, { bidId, lotId, bidderId, kind, amount }: Seen): Promise<Told> {
    const sentAt = performance.now()
    try {
      const response = await fetch(`${url}/api/lots/${lotId}/bids`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#crowd.get(bidderId)?.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ bidId, kind, amount }),
        signal: AbortSignal.timeout(SILENCE_MS_MAX),
      })
      const { code = '' } = (await response.json()) as { code?: string }
      return { status: response.status, code }
    } catch {
      return null
    } finally {
      this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - sentAt)
    }
  }
}
