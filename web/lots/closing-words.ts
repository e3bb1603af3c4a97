import { formatInstant } from '#web/platform/time.ts'

/**
 * When a lot closes that is still open, to whom its standing is not shown: late bids move the close, so a planned one that has passed says
 * nothing any more. `closesAt` is null in a live sale.
 */
export function closingWords(closesAt: number | null, now: number): string {
  if (closesAt === null) return 'Live sale: comes up in its turn'
  return closesAt > now ? `Closes ${formatInstant(closesAt)}` : 'Closing now'
}
