/** Nobody waits 10 s for an answer. Longer than a bid waits for its commit, which has answers of its own. */
export const ANSWER_MS_MAX = 9500

/** Between two looks at who has waited too long. */
const LOOK_MS = 250

/** A request that waits for its answer; `since` in looks. */
export type Waiting = { since: number; expire: () => void }

/**
 * The requests of one server that have no answer yet. One timer looks at all of them, the longest waiting first: a timer and a promise
 * for each would cost a bid more than reading its body.
 */
export class InHand {
  #waiting = new Set<Waiting>()
  #looks = 0
  #looksMax: number
  #timer: NodeJS.Timeout | null = null

  /** `ms`: after this long `expire` is called, once. */
  constructor(ms: number) {
    this.#looksMax = Math.ceil(ms / LOOK_MS)
  }

  get count(): number {
    return this.#waiting.size
  }

  enter(expire: () => void): Waiting {
    const waiting = { since: this.#looks, expire }
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
    return waiting
  }

  leave(waiting: Waiting): void {
    this.#waiting.delete(waiting)
  }

  #look(): void {
    this.#looks += 1
    if (this.#waiting.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    for (const waiting of this.#waiting) {
      const waited = this.#looks - waiting.since
      if (waited < this.#looksMax) return
      if (waited === this.#looksMax) waiting.expire()
    }
  }
}
