import { rateLimited } from '#server/platform/problem.ts'
import { createThrottle } from '#server/platform/throttle/throttle.ts'

/** Bids a person may send: far above what a person or a script needs, far below what would crowd out others. */
const BURST = 60
const PER_SECOND = 20

export type BidThrottle = { take(accountId: string): void }

/** Throws `rate-limited` with Retry-After when a person sends bids faster than anyone needs. `perSecond` 0 switches it off. */
export function bidThrottle(now: () => number, perSecond = PER_SECOND): BidThrottle {
  if (perSecond === 0) return { take: () => undefined }
  const throttle = createThrottle({ burst: Math.max(BURST, perSecond), perSecond, now })
  return {
    take(accountId) {
      if (!throttle.take(accountId)) throw rateLimited(1)
    },
  }
}
