import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { CastMember } from '#test/cast.ts'
import type { Seen } from '#test/invariants.ts'
import type { Balancer, Target } from './balancer.ts'
import { NoAnswer, requestText, type Answer } from './wire.ts'

/** The longest any request waits for an answer, whatever has failed, in ms. */
export const SILENCE_MS_MAX = 10_000
const REST_MS_MIN = 20
const REST_MS_MAX = 500
const REPEAT_TRIES = 5
/** One bid in ten is a maximum, five minor units above what is bid. */
const MAXIMUM_EVERY = 10
const FEATURE = 5
/** New bids sent in one go before answers are read. */
const AT_ONCE = 16

type Bid = Seen & { body: string | null }

export type BiddersOptions = {
  balancer: Balancer
  crowd: CastMember[]
  lotIds: string[]
  /** Total bids per second. */
  rate: number
}

/**
 * An open loop: new bids arrive at their rate, whatever happens to earlier ones. Each is sent to a ready process; without an answer,
 * or with 429 or 503, it is sent again with the same id, to another process if there is one, until its outcome is known.
 */
export class Bidders {
  readonly bids: Bid[] = []
  /** Answers that no bidder should ever get, in words. */
  readonly surprises: string[] = []
  /** When a bid was acknowledged (200), monotonic ms, and on which lot. */
  readonly acknowledged: { at: number; lotId: string }[] = []
  /** From a bid's first sending to its outcome, ms. */
  readonly waitedMs: number[] = []
  /** Attempts without an outcome: no answer, 429 or 503. */
  failedAttempts = 0
  /** Why attempts failed, with counts. */
  readonly failures = new Map<string, number>()
  /** Longest time that one request waited for its answer or its end, ms. */
  longestWaitMs = 0
  rate: number
  #options: BiddersOptions
  #tokens: Map<string, string>
  #amounts: Map<string, number>
  #running: Promise<void> | null = null
  #open = new Set<Promise<void>>()
  #sending = new Set<Bid>()
  #giveUpAt = Number.POSITIVE_INFINITY
  #ended = false

  constructor(options: BiddersOptions) {
    this.#options = options
    this.rate = options.rate
    this.#tokens = new Map(options.crowd.map(({ id, token }) => [id, token]))
    this.#amounts = new Map(options.lotIds.map((lotId) => [lotId, 0]))
  }

  get seen(): Seen[] {
    return this.bids
  }

  get openOnes(): Seen[] {
    return this.bids.filter((bid) => bid.acknowledged === null)
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Sends no new bids; open ones are repeated until their outcome is known, at most for `withinMs`. */
  async stop(withinMs = 15_000): Promise<void> {
    this.#ended = true
    this.#giveUpAt = performance.now() + withinMs
    await this.#running
    await Promise.all(this.#open)
  }

  /** Sends one more bid, beyond the rate; resolves when its outcome is known. */
  place(lotId: string): Promise<void> {
    const bid = this.#next(lotId)
    this.#sending.add(bid)
    const placed = this.#place(bid).finally(() => {
      this.#open.delete(placed)
      this.#sending.delete(bid)
    })
    this.#open.add(placed)
    return placed
  }

  /** Registers a bid that another client sends, so that the checker knows it. */
  know(bid: Seen): void {
    const known = bid as Bid
    known.body = null
    this.bids.push(known)
  }

  /** An amount `by` above the highest bid on the lot so far; the load continues from there. */
  raise(lotId: string, by: number): number {
    const amount = this.#amounts.get(lotId)! + by
    this.#amounts.set(lotId, amount)
    return amount
  }

  /** Resolves the outcome of bids that other clients left open. */
  async settle(): Promise<void> {
    const underWay = new Set(this.#sending)
    const open = this.bids.filter((bid) => bid.acknowledged === null && !underWay.has(bid))
    for (const bid of open) await this.#place(bid)
  }

  /** The longest period without an acknowledged bid, on one lot or on any, between two instants, in ms. */
  longestSilenceMs(from: number, to: number, onLot: string | null = null): number {
    const inside = this.acknowledged
      .filter(({ at, lotId }) => at > from && at < to && (onLot === null || lotId === onLot))
      .map(({ at }) => at)
    let longest = 0
    let last = from
    for (const at of [...inside, to]) {
      longest = Math.max(longest, at - last)
      last = at
    }
    return longest
  }

  /** Sends acknowledged bids again and lists each whose second answer differs from the first. */
  async repeat(most: number): Promise<string[]> {
    const known = this.bids.filter((bid) => bid.body !== null)
    const every = Math.max(1, Math.floor(known.length / most))
    const faults: string[] = []
    for (const bid of known.filter((_, index) => index % every === 0)) {
      let answer = await this.#ask(this.#options.balancer.pick(), bid)
      for (let tries = 1; tries < REPEAT_TRIES && (answer === null || answer.status === 503); tries += 1) {
        await wait(REST_MS_MAX)
        answer = await this.#ask(this.#options.balancer.pick(), bid)
      }
      if (answer?.body !== bid.body) faults.push(`bid ${bid.bidId} was answered twice, differently: ${answer?.body}`)
    }
    return faults
  }

  async #run(): Promise<void> {
    const { lotIds } = this.#options
    let due = performance.now()
    for (let turn = 0; !this.#ended; turn += 1) {
      due += 1000 / this.rate
      const early = due - performance.now()
      if (early > 1) await wait(early)
      // If it is behind its rate it catches up, and still reads the answers that have arrived.
      else if (turn % AT_ONCE === 0) await setImmediate()
      void this.place(lotIds[turn % lotIds.length]!)
    }
  }

  #next(lotId: string): Bid {
    const { crowd } = this.#options
    const amount = this.#amounts.get(lotId)! + 1
    this.#amounts.set(lotId, amount)
    const isMaximum = this.bids.length % MAXIMUM_EVERY === MAXIMUM_EVERY - 1
    const bid: Bid = {
      bidId: randomUUID(),
      lotId,
      bidderId: crowd[this.bids.length % crowd.length]!.id,
      kind: isMaximum ? 'maximum' : 'firm',
      amount: isMaximum ? amount + FEATURE : amount,
      acknowledged: null,
      body: null,
    }
    this.bids.push(bid)
    return bid
  }

  async #place(bid: Bid): Promise<void> {
    const firstAt = performance.now()
    let last: Target | null = null
    for (let tries = 0; ; tries += 1) {
      last = this.#options.balancer.pick(last)
      const answer = await this.#ask(last, bid)
      if (answer !== null && (answer.status === 200 || answer.status === 409)) {
        bid.acknowledged = answer.status === 200
        if (bid.acknowledged) {
          bid.body = answer.body
          this.acknowledged.push({ at: performance.now(), lotId: bid.lotId })
        }
        this.waitedMs.push(performance.now() - firstAt)
        return
      }
      if (performance.now() > this.#giveUpAt) return
      await wait(Math.min(REST_MS_MAX, REST_MS_MIN * 2 ** tries))
    }
  }

  /** `null`: no answer. */
  async #ask(target: Target, { bidId, lotId, bidderId, kind, amount }: Bid): Promise<Answer | null> {
    const sentAt = performance.now()
    const token = this.#tokens.get(bidderId) ?? null
    const request = requestText('POST', `/api/lots/${lotId}/bids`, token, { bidId, kind, amount })
    try {
      const answer = await target.ask(request, SILENCE_MS_MAX)
      this.#judge(answer)
      return answer
    } catch (error) {
      if (error instanceof NoAnswer && error.isSilence) this.surprises.push('a request was not answered for 10 s')
      this.#failed((error as Error).message)
      return null
    } finally {
      this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - sentAt)
    }
  }

  #judge({ status, head, body }: Answer): void {
    if (status === 200 || status === 409) return
    const { code = '' } = parsed(body)
    this.#failed(`${status} ${code}`)
    if (status !== 429 && status !== 503) this.surprises.push(`${status} ${body}`)
    else if (!head.includes('\nretry-after: ')) this.surprises.push(`${status} ${code} without Retry-After`)
  }

  #failed(why: string): void {
    this.failedAttempts += 1
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1)
  }
}

function parsed(body: string): { code?: string } {
  try {
    return JSON.parse(body) as { code?: string }
  } catch {
    return {}
  }
}
