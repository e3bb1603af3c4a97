import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CastMember } from '#test/cast.ts'
import type { CastLot } from '#test/inventory.ts'
import type { Seen } from '#test/invariants.ts'

/** The longest any request may wait for an answer, whatever has failed, in ms. */
const SILENCE_MS_MAX = 10_000
const REST_MS = 50

/** The outcome of one request: `null` without an answer. */
type Answer = { status: number; code: string } | null

/**
 * Bidders who bid on one lot without a pause, each the next higher amount, and record their answers. A bid without a known outcome
 * stays open (`acknowledged: null`) until {@link settle} repeats it with the same id.
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

  /** `untilSilence`: a bidder stops when the server doesn't answer at all. */
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

  /** Sends every open bid again with its id; the answer reveals its outcome. */
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
      const answer = await this.#send(url, bid)
      this.#note(bid, answer)
      if (answer === null && untilSilence) return
      if (answer === null || answer.status === 503) await wait(REST_MS)
    }
  }

  #note(bid: Seen, answer: Answer): void {
    if (answer === null) return
    if (answer.status === 200) this.acknowledgedAt.push(performance.now())
    // Busy is a guarantee, too: the bid wasn't recorded.
    if (answer.status === 200 || answer.status === 409 || answer.code === 'busy')
      bid.acknowledged = answer.status === 200
    else if (answer.code !== 'unknown-outcome') this.surprises.push(`${answer.status} ${answer.code}`)
  }

  async #send(url: string, { bidId, lotId, bidderId, kind, amount }: Seen): Promise<Answer> {
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
