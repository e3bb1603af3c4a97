/** The value that a share of the values do not exceed: `quantile(values, 0.99)` is the 99th percentile. 0 where there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The middle one; of an even number of values the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Counts by power of two: `[1, 5], [2, 3], [4, 9]` says that nine values lay from 4 up to 7. */
export function byPowerOfTwo(values: readonly number[]): [from: number, count: number][] {
  const counts = new Map<number, number>()
  for (const value of values) {
    const from = 2 ** Math.floor(Math.log2(Math.max(1, value)))
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts].toSorted(([a], [b]) => a - b)
}
