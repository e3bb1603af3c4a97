import { translated } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { STATEMENT_STATE_WORDS, type StatementRow } from '#contract/settlements/statements.ts'
import { CheckMark, ClockMark, WarningMark } from '#web/ui/marks.tsx'

const STATES: Record<StatementRow['state'], { color: string; Mark: typeof CheckMark }> = {
  due: { color: 'text-notice', Mark: ClockMark },
  'owed-by-seller': { color: 'text-outbid', Mark: WarningMark },
  'in-payout': { color: 'text-notice', Mark: ClockMark },
  paid: { color: 'text-leading', Mark: CheckMark },
}

/** The state of a settlement statement: icon, word and color. */
export function StatementState({ state }: { state: StatementRow['state'] }) {
  const { color, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', color)}>
      <Mark className="size-4 shrink-0" />
      {translated(STATEMENT_STATE_WORDS[state])}
    </span>
  )
}
