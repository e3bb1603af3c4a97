import { t, translated } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { linkStatement, STATEMENT_STATE_WORDS, type StatementRow } from '#contract/settlements/statements.ts'
import { OpenDocument } from '#web/invoices/open-document.tsx'
import { call } from '#web/platform/request.ts'
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

/** Opens the PDF of a statement. */
export function StatementLink({ id, number }: { id: string; number: string }) {
  return (
    <OpenDocument variant="link" size="sm" link={() => call(linkStatement, { params: { statementId: id } })}>
      {number}
      <span className="sr-only"> {t`as PDF`}</span>
    </OpenDocument>
  )
}
