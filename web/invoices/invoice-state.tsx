import clsx from 'clsx'
import type { Invoice } from '#contract/invoices.ts'
import { CheckMark, ClockMark, CloseMark, WarningMark } from '#web/ui/marks.tsx'

const STATES = {
  issued: { words: 'To pay', colour: 'text-notice', Mark: ClockMark },
  'part-paid': { words: 'Partly paid', colour: 'text-notice', Mark: ClockMark },
  paid: { words: 'Paid', colour: 'text-leading', Mark: CheckMark },
  overdue: { words: 'Overdue', colour: 'text-outbid', Mark: WarningMark },
  cancelled: { words: 'Cancelled', colour: 'text-slate', Mark: CloseMark },
}

/** Where an invoice stands: sign, word and colour. */
export function InvoiceState({ state }: { state: Invoice['state'] }) {
  const { words, colour, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold', colour)}>
      <Mark className="size-4 shrink-0" />
      {words}
    </span>
  )
}

/** Whether money is still due. */
export function isOpen(invoice: Pick<Invoice, 'owed'>): boolean {
  return invoice.owed > 0
}
