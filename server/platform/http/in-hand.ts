/** Nobody waits 10 s for an answer. Longer than a bid waits for its commit, which has answers of its own. */
export const ANSWER_MS_MAX = 9500

/** Between two looks at who has waited too long. */
const LOOK_MS = 250

/** A request that waits for its answer, between those that came before and after it; `since` in looks. */
export type Waiting = { since: number; expire: () => void; before: Waiting | null; after: Waiting | null }

/**
 * The requests of one server that have no answer yet. One timer looks at all of them, the longest waiting first: a timer and a promise
 * for each would cost a bid more than reading its body.
 *
 * A list whose links are cut on leaving, and not a `Set`: what a Set outgrows stays linked to what replaced it, and one such remnant
 * among the old would keep every request after it until the next full collection.
 */
export class InHand {
  #first: Waiting | null = null
  #last: Waiting | null = null
  #count = 0
  #looks = 0
  #looksMax: number
  #timer: NodeJS.Timeout | null = null

  /** `ms`: after this long `expire` is called, once. */
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

  /** Once for each that entered. */
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
