/** Oscillators of servers stay within this of one another: 100 parts in a million. */
const DRIFT = 0.0001

/**
 * The database's clock as this process knows it, in ms since the epoch: the round trip with the least doubt, carried on by the
 * monotonic clock. Right whatever the machine's own clock says. Before the first round trip it is `fallback`.
 */
export type DatabaseClock = { observe(sentAt: number, receivedAt: number, serverTime: number): void; now(): number }

export function createDatabaseClock(monotonic: () => number, fallback: () => number): DatabaseClock {
  let best: { offset: number; error: number; at: number } | null = null
  return {
    observe(sentAt, receivedAt, serverTime) {
      const error = (receivedAt - sentAt) / 2
      const offset = serverTime - (sentAt + receivedAt) / 2
      const grown = best === null ? Infinity : best.error + (receivedAt - best.at) * DRIFT
      const contradicts = best !== null && Math.abs(offset - best.offset) > error + grown + 1
      if (error <= grown || contradicts) best = { offset, error, at: receivedAt }
    },
    now: () => Math.round(best === null ? fallback() : monotonic() + best.offset),
  }
}
