import { formatInstant } from '#web/platform/time.ts'

/**
 * When a lot closes, to whom its standing is not shown. Late bids move the close, so a planned one that has passed says nothing any more:
 * it is not told as if it were to come. `closesAt` in ms since the epoch, null in a live sale; `open`: whether the lot is known to be on
 * sale or to come (true), known to be over (false), or either (null).
 */
export function closingWords(closesAt: number | null, now: number, open: boolean | null = true): string {
  if (open === false) return 'Closed'
  if (closesAt === null) return open === true ? 'Live sale: comes up in its turn' : 'In the live sale'
  if (closesAt > now) return `Closes ${formatInstant(closesAt)}`
  return open === true ? 'Closing now' : `Was to close ${formatInstant(closesAt)}`
}
