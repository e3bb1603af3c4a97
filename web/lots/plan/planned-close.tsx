import type { LotTeaser } from '#contract/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatInstant } from '#web/platform/time.ts'
import { closingWords } from '../closing-words.ts'

type PlannedCloseProps = { lot: Pick<LotTeaser, 'scheduledCloseAt' | 'closedAt'>; open: boolean | null }

/** When a lot has closed, or else {@link closingWords} as time goes on. */
export function PlannedClose({ lot: { scheduledCloseAt, closedAt }, open }: PlannedCloseProps) {
  const now = useServerNow(null)
  return <>{closedAt === null ? closingWords(scheduledCloseAt, now, open) : `Closed ${formatInstant(closedAt)}`}</>
}
