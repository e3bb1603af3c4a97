import { STATEMENT_STATE_WORDS, type StatementRow } from '#contract/settlements/statements.ts'
import { CheckMark, ClockMark, WarningMark } from '#web/ui/marks.tsx'
import { type StateLook, StateMark } from '#web/ui/state-mark.tsx'
import { translated } from '#web/platform/language/text.ts'

const STATES: Record<StatementRow['state'], StateLook> = {
  due: { color: 'text-notice', Mark: ClockMark },
  'owed-by-seller': { color: 'text-outbid', Mark: WarningMark },
  'in-payout': { color: 'text-notice', Mark: ClockMark },
  paid: { color: 'text-leading', Mark: CheckMark },
}

/** The state of a settlement statement: icon, words and color. `words`: instead of those for staff. */
export function StatementState({
  state,
  words = translated(STATEMENT_STATE_WORDS[state]),
}: {
  state: StatementRow['state']
  words?: string
}) {
  return <StateMark look={STATES[state]} words={words} />
}
