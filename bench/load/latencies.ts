/** How long deliveries took, counted by the millisecond, so that millions of them cost no memory. */
export class Latencies {
  #counts: Uint32Array
  #total = 0

  /** `counts`: as `toJSON` gave them. */
  constructor(counts: ArrayLike<number> = new Uint32Array(LONGEST_MS + 1)) {
    this.#counts = Uint32Array.from(counts)
    for (const count of this.#counts) this.#total += count
  }

  get total(): number {
    return this.#total
  }

  /** What took longer than a minute counts as a minute. */
  add(ms: number, times = 1): void {
    this.#counts[Math.max(0, Math.min(LONGEST_MS, Math.round(ms)))]! += times
    this.#total += times
  }

  addAll(other: Latencies): void {
    other.#counts.forEach((count, ms) => (this.#counts[ms]! += count))
    this.#total += other.#total
  }

  /** The least time in ms within which at least `share` of all deliveries arrived; 0 without any. */
  quantile(share: number): number {
    let left = this.#total * share
    for (let ms = 0; ms <= LONGEST_MS; ms += 1) {
      left -= this.#counts[ms]!
      if (left <= 0) return ms
    }
    return LONGEST_MS
  }

  clear(): void {
    this.#counts.fill(0)
    this.#total = 0
  }

  /** Without the empty end. */
  toJSON(): number[] {
    const last = this.#counts.findLastIndex((count) => count > 0)
    return [...this.#counts.subarray(0, last + 1)]
  }

  static of(counts: readonly number[]): Latencies {
    const whole = new Uint32Array(LONGEST_MS + 1)
    whole.set(counts)
    return new Latencies(whole)
  }
}

const LONGEST_MS = 60_000
