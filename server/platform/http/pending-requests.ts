/** The longest time, in ms, that a request waits for its answer. Longer than a bid waits for its commit, which has its own answers. */
export const ANSWER_MS_MAX = 9500

/** Time between two checks for expired requests, in ms. */
const LOOK_MS = 250

/** An unanswered request, linked to the ones before and after it; `since` counts checks. */
export type Waiting = { since: number; expire: () => void; before: Waiting | null; after: Waiting | null }

/**
 * The unanswered requests of one server. One timer checks all of them, the oldest first: a timer and a promise for each would cost a bid
 * more than reading its body.
 *
 * A linked list whose links are cut on leaving, not a `Set`: the table that a growing Set replaces stays linked to its successor, and
 * one such table in the old generation would keep every later request alive until the next full collection.
 */
export class PendingRequests {
  #first: Waiting | null = null
  #last: Waiting | null = null
  #count = 0
  #looks = 0
  #looksMax: number
  #timer: NodeJS.Timeout | null = null

  /** `expire` is called once, after `ms`. */
  constructor(ms: number) {
    this.#looksMax = Math.ceil(ms / LOOK_MS)
  }

  get count(): number {
    return this.#count
  }

  enter(expire: () => void): Waiting {
    const waiting: Waiting = { since: this.#looks, expire, before: this.#last, after: null }
    if (this.#last === null) this.#first = waiting
    else this.#last.after = waiting
    this.#last = waiting
    this.#count += 1
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
    return waiting
  }

  /** Call once for each request that entered. */
  leave(waiting: Waiting): void {
    const { before, after } = waiting
    if (before === null) this.#first = after
    else before.after = after
    if (after === null) this.#last = before
    else after.before = before
    waiting.before = null
    waiting.after = null
    this.#count -= 1
  }

  #look(): void {
    this.#looks += 1
    if (this.#count === 0 && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    for (let waiting = this.#first; waiting !== null;) {
      const { since, expire, after } = waiting
      const waited = this.#looks - since
      if (waited < this.#looksMax) return
      if (waited === this.#looksMax) expire()
      waiting = after
    }
  }
}
