import type { BidAnswer } from '#contract/bidding.ts'

/** What a process answered to a bid. */
export type Answer =
  | { status: 200; body: BidAnswer }
  | { status: number; body: { code: string; details?: Record<string, unknown> | undefined } }

/** Accepted or refused for good: the same bid id must hear the same forever. */
export function isFinal({ status }: Answer): boolean {
  return status === 200 || status === 409
}
