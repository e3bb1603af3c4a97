import type { BidAnswer } from '#contract/bidding/bidding.ts'

/** What a process answered to a bid. */
export type Answer =
  | { status: 200; body: BidAnswer }
  | { status: number; body: { code: string; details?: Record<string, unknown> | undefined } }

/** Accepted or refused with finality: the same bid id must always get the same answer. */
export function isFinal({ status }: Answer): boolean {
  return status === 200 || status === 409
}
