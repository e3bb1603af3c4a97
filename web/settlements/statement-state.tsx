import { translated } from '#web/platform/language/text.ts'
import { STATEMENT_STATE_WORDS, type StatementRow } from '#contract/settlements/statements.ts'
import { CheckMark, ClockMark, WarningMark } from '#web/ui/marks.tsx'
import { type StateLook, StateMark } from '#web/ui/state-mark.tsx'

const STATES: Record<StatementRow['state'], StateLook> = {
  due: { color: 'text-notice', Mark: ClockMark },
  'owed-by-seller': { color: 'text-outbid', Mark: WarningMark },
  'in-payout': { color: 'text-notice', Mark: ClockMark },
  paid: { color: 'text-leading', Mark: CheckMark },
}

/** The state of a settlement statement: icon, word and color. */
export function StatementState({ state }: { state: StatementRow['state'] }) {
  return <StateMark look={STATES[state]} words={translated(STATEMENT_STATE_WORDS[state])} />
}
