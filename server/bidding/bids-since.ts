import { goneBefore, liveBids, type NumberedEvent } from '#engine'

/** Whether a bidder placed or raised a bid of this history that still counts at `from` (ms) or later. */
export function hasBidSince(history: NumberedEvent[], accountId: string, from: number): boolean {
  return liveBids(history, goneBefore(history)).some(({ bidder, at }) => bidder.id === accountId && at >= from)
}
