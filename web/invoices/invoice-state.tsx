import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { CheckMark, ClockMark, CloseMark, WarningMark } from '#web/ui/marks.tsx'

const STATES = {
  issued: { words: t`Due`, color: 'text-notice', Mark: ClockMark },
  'part-paid': { words: t`Partly paid`, color: 'text-notice', Mark: ClockMark },
  paid: { words: t`Paid`, color: 'text-leading', Mark: CheckMark },
  overdue: { words: t`Overdue`, color: 'text-outbid', Mark: WarningMark },
  cancelled: { words: t`Canceled`, color: 'text-slate', Mark: CloseMark },
}

/** The state of an invoice: icon, word and color. */
export function InvoiceState({ state }: { state: Invoice['state'] }) {
  const { words, color, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold', color)}>
      <Mark className="size-4 shrink-0" />
      {words}
    </span>
  )
}

/** Whether money is still due. */
export function isOpen(invoice: Pick<Invoice, 'owed'>): boolean {
  return invoice.owed > 0
}
