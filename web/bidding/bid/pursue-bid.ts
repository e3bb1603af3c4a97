import type { BidAnswer } from '#contract/bidding.ts'
import { RequestError } from '#web/platform/request.ts'

/** A bid that could not be sent within this time of the press is not sent: its sender no longer sees the price they bid on. */
export const SEND_WITHIN_MS = 5000
/** A request without an answer for so long is given up; the server answers within 10 s. */
const ANSWER_MS_MAX = 10_000
/** After so long without an answer the person is told that the outcome is not known. */
const SLOW_MS = 2500
/** After so long the person may go on bidding, while the outcome is still asked for. */
const LONG_MS = 15_000
const FIRST_WAIT_MS = 500
const WAIT_MS_MAX = 8000

/** `offline` and `busy`: nothing was recorded yet and the bid may still be sent. `long-unknown`: the person may go on meanwhile. */
export type Progress = 'sending' | 'offline' | 'busy' | 'unknown' | 'long-unknown'

export type Outcome =
  | { kind: 'answered'; answer: BidAnswer }
  /** Nothing was recorded. */
  | { kind: 'refused'; failure: RequestError }
  /** Nothing was recorded: it could not be sent in time. */
  | { kind: 'not-sent'; why: 'offline' | 'busy' }
  /** It may have been recorded, and the server does not say: for instance because the session has ended. */
  | { kind: 'unknown'; failure: RequestError }

export type PursuitParts = {
  /** Sends the bid, always with the same id. `onlyAsk`: the answer is wanted, but the bid must not be placed any more. */
  attempt(onlyAsk: boolean, signal: AbortSignal): Promise<BidAnswer>
  /** Monotonic, in ms. */
  now(): number
  random(): number
  isOnline(): boolean
  tell(progress: Progress): void
  /** An earlier pursuit of the same press ended without knowing. */
  mayBeRecorded: boolean
}

/**
 * One press of a button until its outcome is known. A request that fails may have been recorded all the same, so only an answer that rules it
 * out counts as one: otherwise the same id is asked for again, for as long as it takes. Once the time to send has passed it is only asked
 * for, so that the bid cannot be placed later than its sender expects.
 */
export class Pursuit {
  #parts: PursuitParts
  #pressedAt: number
  /** A request ended without an answer: the bid may have been recorded by it. */
  #isUnknown: boolean
  #stopped = new AbortController()
  #wake: (() => void) | null = null

  constructor(parts: PursuitParts) {
    this.#parts = parts
    this.#pressedAt = parts.now()
    this.#isUnknown = parts.mayBeRecorded
  }

  /** Resolves with the outcome; null where the pursuit was stopped before. */
  async run(): Promise<Outcome | null> {
    this.#tell('sending')
    for (let round = 0; !this.#stopped.signal.aborted; round += 1) {
      if (!this.#parts.isOnline()) {
        if (!this.#isUnknown && this.#isTooLate(0)) return { kind: 'not-sent', why: 'offline' }
        this.#tell('offline')
        await this.#sleep(this.#isUnknown ? WAIT_MS_MAX : this.#timeToSend())
        continue
      }
      const result = await this.#attempt()
      if (result === null) return null
      if ('kind' in result) return result
      const waitMs = this.#waitFor(round, result.retryAfterMs)
      if (!this.#isUnknown && this.#isTooLate(waitMs)) return { kind: 'not-sent', why: 'busy' }
      this.#tell('busy')
      await this.#sleep(waitMs)
    }
    return null
  }

  /** Asks at once instead of when the wait is over. */
  wake(): void {
    this.#wake?.()
  }

  /** Nothing is asked for any more. What was sent is not taken back. */
  stop(): void {
    this.#stopped.abort()
    this.wake()
  }

  /** The outcome, or how long the server wants not to be asked; null: stopped. */
  async #attempt(): Promise<Outcome | { retryAfterMs: number } | null> {
    const giveUp = new AbortController()
    const slow = setTimeout(() => this.#tellUnknown(), SLOW_MS)
    const late = setTimeout(() => giveUp.abort(), ANSWER_MS_MAX)
    try {
      const answer = await this.#parts.attempt(this.#parts.mayBeRecorded || this.#isTooLate(0), giveUp.signal)
      return this.#stopped.signal.aborted ? null : { kind: 'answered', answer }
    } catch (failure) {
      return this.#stopped.signal.aborted ? null : this.#judge(failure)
    } finally {
      clearTimeout(slow)
      clearTimeout(late)
    }
  }

  #judge(failure: unknown): Outcome | { retryAfterMs: number } {
    if (!(failure instanceof RequestError)) {
      this.#noteUnknown()
      return { retryAfterMs: 0 }
    }
    const { status, code, retryAfterMs } = failure
    // Only the lane answers 409, and it knows whether an earlier request with this id was recorded.
    if (status === 409) return { kind: 'refused', failure }
    const isRefused = status >= 400 && status < 500 && status !== 408
    if (isRefused && !this.#isUnknown) return { kind: 'refused', failure }
    if (isRefused && status !== 429) return { kind: 'unknown', failure }
    // `busy` and 429 rule out this request only, not one before it.
    if (!isRefused && code !== 'busy') this.#noteUnknown()
    return { retryAfterMs }
  }

  #noteUnknown(): void {
    this.#isUnknown = true
    this.#tellUnknown()
  }

  #tell(progress: Progress): void {
    if (this.#isUnknown) this.#tellUnknown()
    else this.#parts.tell(progress)
  }

  #tellUnknown(): void {
    if (!this.#stopped.signal.aborted) this.#parts.tell(this.#age() > LONG_MS ? 'long-unknown' : 'unknown')
  }

  #age(): number {
    return this.#parts.now() - this.#pressedAt
  }

  #timeToSend(): number {
    return SEND_WITHIN_MS - this.#age()
  }

  #isTooLate(inMs: number): boolean {
    return this.#timeToSend() - inMs < 0
  }

  #waitFor(round: number, retryAfterMs: number): number {
    const own = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** round) * (0.75 + this.#parts.random() / 2)
    return Math.max(own, retryAfterMs)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#wake = null
        resolve()
      }
      const timer = setTimeout(wake, Math.max(0, ms) + 1)
      this.#wake = wake
    })
  }
}
