/** The value that a share of the values do not exceed: `quantile(values, 0.99)` is the 99th percentile. 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The median; with an even number of values, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
