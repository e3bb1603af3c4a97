import type { Payment } from '#contract/payments/payments.ts'
import { PAYMENT_STATE_WORDS } from '#contract/payments/admin-payments.ts'
import { CheckMark, ClockMark, CloseMark, OvertakenMark } from '#web/ui/marks.tsx'
import { type StateLook, StateMark } from '#web/ui/state-mark.tsx'
import { translated } from '#web/platform/language/text.ts'

const STATES: Record<Payment['state'], StateLook> = {
  started: { color: 'text-slate', Mark: ClockMark },
  pending: { color: 'text-notice', Mark: ClockMark },
  succeeded: { color: 'text-leading', Mark: CheckMark },
  failed: { color: 'text-outbid', Mark: CloseMark },
  refunded: { color: 'text-slate', Mark: OvertakenMark },
  'charged-back': { color: 'text-outbid', Mark: OvertakenMark },
}

/** The state of a payment: icon, word and color. */
export function PaymentState({ state }: { state: Payment['state'] }) {
  return <StateMark look={STATES[state]} words={translated(PAYMENT_STATE_WORDS[state])} />
}
