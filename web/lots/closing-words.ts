import { t } from '#web/platform/language/text.ts'
import { formatInstant } from '#web/platform/time.ts'

/**
 * When a lot closes, for viewers who cannot see its standing. Late bids extend the close, so a planned one that has
 * passed says nothing and is not shown as upcoming. `closesAt` in ms since the epoch, null in a live auction; `open`:
 * whether the lot is known to be open or upcoming (true), known to be over (false), or either (null).
 */
export function closingWords(closesAt: number | null, now: number, open: boolean | null = true): string {
  if (open === false) return t`Closed`
  if (closesAt === null) return t`Live auction`
  if (closesAt > now) return t`Closes ${formatInstant(closesAt)}`
  return open === true ? t`Closing now` : t`Was scheduled to close ${formatInstant(closesAt)}`
}
