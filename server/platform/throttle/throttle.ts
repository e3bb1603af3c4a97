/** A token bucket per key, in memory and bounded: the least recently used key is dropped first. */
export type Throttle = {
  /** False: rate limit exceeded. */
  take(key: string): boolean
}

const KEYS_MAX = 50_000

export type ThrottleOptions = { burst: number; perSecond: number; now: () => number }

export function createThrottle({ burst, perSecond, now }: ThrottleOptions): Throttle {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(key) {
      const at = now()
      const known = buckets.get(key)
      // Elapsed time is at least 0: a clock set back must not take tokens away.
      const passedS = known === undefined ? 0 : Math.max(0, at - known.at) / 1000
      const tokens = known === undefined ? burst : Math.min(burst, known.tokens + passedS * perSecond)
      buckets.delete(key)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      if (buckets.size > KEYS_MAX) buckets.delete(buckets.keys().next().value!)
      return tokens >= 1
    },
  }
}
