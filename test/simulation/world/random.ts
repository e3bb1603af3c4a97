/** A seeded random source: the same seed always gives the same draws. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
    this.next()
  }

  /** From 0 to under 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to under `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below)
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.int(from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  /** An independent source, so that drawing more for one purpose doesn't affect another. */
  fork(): Random {
    return new Random(this.int(2 ** 32))
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count)
    for (let at = 0; at < count; at += 1) bytes[at] = this.int(256)
    return bytes
  }
}
