import type { BidAnswer } from '#contract/bidding/bidding.ts'
import { RequestError } from '#web/platform/request.ts'

/** A bid that could not be sent within this time (ms) of the press is not sent: the bidder no longer sees the price they bid on. */
export const SEND_WITHIN_MS = 5000
/** A request without an answer for this long (ms) is aborted; the server answers within 10 s. */
const ANSWER_MS_MAX = 10_000
/** After this time (ms) without an answer the person sees that the outcome is unknown. */
const SLOW_MS = 2500
/** After this time (ms) the person may bid again, while the outcome is still being requested. */
const LONG_MS = 15_000
const FIRST_WAIT_MS = 500
const WAIT_MS_MAX = 8000

/** `offline` and `busy`: nothing is recorded yet and the bid may still be sent. `long-unknown`: the person may bid again meanwhile. */
export type Progress = 'sending' | 'offline' | 'busy' | 'unknown' | 'long-unknown'

export type Outcome =
  | { kind: 'answered'; answer: BidAnswer }
  /** Nothing was recorded. */
  | { kind: 'refused'; failure: RequestError }
  /** Nothing was recorded: the bid could not be sent in time. */
  | { kind: 'not-sent'; why: 'offline' | 'busy' }
  /** The bid may have been recorded, and the server does not say; for instance because the session has ended. */
  | { kind: 'unknown'; failure: RequestError }

export type PursuitParts = {
  /** Sends the bid, always with the same id. `onlyAsk`: the answer is wanted, but the bid must not be placed. */
  attempt(onlyAsk: boolean, signal: AbortSignal): Promise<BidAnswer>
  /** Monotonic, in ms. */
  now(): number
  random(): number
  isOnline(): boolean
  onProgress(progress: Progress): void
  /** An earlier pursuit of the same press ended without an outcome. */
  mayBeRecorded: boolean
}

/**
 * Follows one press of a button until its outcome is known. A failed request may still have been recorded, so only an
 * answer that rules this out is final; otherwise the same id is sent again until the outcome is known. Once the time to
 * send has passed, retries only ask, so the bid cannot be placed later than the bidder expects.
 */
export class Pursuit {
  #parts: PursuitParts
  #pressedAt: number
  /** A request ended without an answer: it may have recorded the bid. */
  #isUnknown: boolean
  #stopped = new AbortController()
  #wake: (() => void) | null = null

  constructor(parts: PursuitParts) {
    this.#parts = parts
    this.#pressedAt = parts.now()
    this.#isUnknown = parts.mayBeRecorded
  }

  /** Resolves with the outcome, or with null if the pursuit was stopped first. */
  async run(): Promise<Outcome | null> {
    this.#report('sending')
    for (let round = 0; !this.#stopped.signal.aborted; round += 1) {
      if (!this.#parts.isOnline()) {
        if (!this.#isUnknown && this.#isTooLate(0)) return { kind: 'not-sent', why: 'offline' }
        this.#report('offline')
        await this.#sleep(this.#isUnknown ? WAIT_MS_MAX : this.#timeToSend())
        continue
      }
      const result = await this.#attempt()
      if (result === null) return null
      if ('kind' in result) return result
      const waitMs = this.#waitFor(round, result.retryAfterMs)
      if (!this.#isUnknown && this.#isTooLate(waitMs)) return { kind: 'not-sent', why: 'busy' }
      this.#report('busy')
      await this.#sleep(waitMs)
    }
    return null
  }

  /** Asks now instead of when the wait is over. */
  wake(): void {
    this.#wake?.()
  }

  /** Stops asking. What was sent is not withdrawn. */
  stop(): void {
    this.#stopped.abort()
    this.wake()
  }

  /** The outcome, or how long the server asks to wait before the next request; null: stopped. */
  async #attempt(): Promise<Outcome | { retryAfterMs: number } | null> {
    const giveUp = new AbortController()
    const slow = setTimeout(() => this.#reportUnknown(), SLOW_MS)
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
    // `busy` and 429 rule out this request only, not an earlier one.
    if (!isRefused && code !== 'busy') this.#noteUnknown()
    return { retryAfterMs }
  }

  #noteUnknown(): void {
    this.#isUnknown = true
    this.#reportUnknown()
  }

  #report(progress: Progress): void {
    if (this.#isUnknown) this.#reportUnknown()
    else this.#parts.onProgress(progress)
  }

  #reportUnknown(): void {
    if (!this.#stopped.signal.aborted) this.#parts.onProgress(this.#age() > LONG_MS ? 'long-unknown' : 'unknown')
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
