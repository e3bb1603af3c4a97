import { goneBefore, liveBids, type NumberedEvent } from '#engine'

/** Whether a bidder placed or raised a bid of this history that still counts at `from` (ms) or later. */
export function hasBidSince(history: NumberedEvent[], accountId: string, from: number): boolean {
  const own = new Set(
    liveBids(history, goneBefore(history))
      .filter(({ bidder }) => bidder.id === accountId)
      .map(({ sequence }) => sequence),
  )
  return history.some(({ sequence, event }) => own.has(sequence) && event.at >= from)
}
