import { t } from '#web/platform/language/text.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatInstant } from '#web/platform/time.ts'
import { closingWords } from '../closing-words.ts'

type PlannedCloseProps = { lot: Pick<LotSummary, 'scheduledCloseAt' | 'closedAt'>; open: boolean | null }

/** When a lot has closed, else {@link closingWords}, updated over time. */
export function PlannedClose({ lot: { scheduledCloseAt, closedAt }, open }: PlannedCloseProps) {
  const now = useServerNow(null)
  return <>{closedAt === null ? closingWords(scheduledCloseAt, now, open) : t`Closed ${formatInstant(closedAt)}`}</>
}
