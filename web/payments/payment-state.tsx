import clsx from 'clsx'
import type { Payment } from '#contract/payments/payments.ts'
import { PAYMENT_STATE_WORDS } from '#contract/payments/admin-payments.ts'
import { CheckMark, ClockMark, CloseMark, OvertakenMark } from '#web/ui/marks.tsx'

const STATES: Record<Payment['state'], { color: string; Mark: typeof CheckMark }> = {
  started: { color: 'text-slate', Mark: ClockMark },
  pending: { color: 'text-notice', Mark: ClockMark },
  succeeded: { color: 'text-leading', Mark: CheckMark },
  failed: { color: 'text-outbid', Mark: CloseMark },
  refunded: { color: 'text-slate', Mark: OvertakenMark },
  'charged-back': { color: 'text-outbid', Mark: OvertakenMark },
}

/** The state of a payment: icon, word and color. */
export function PaymentState({ state }: { state: Payment['state'] }) {
  const { color, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', color)}>
      <Mark className="size-4 shrink-0" />
      {PAYMENT_STATE_WORDS[state]}
    </span>
  )
}
