import clsx from 'clsx'
import type { Payment } from '#contract/membership.ts'
import { CheckMark, ClockMark, CloseMark, OvertakenMark } from '#web/ui/marks.tsx'

const STATES: Record<Payment['state'], { words: string; colour: string; Mark: typeof CheckMark }> = {
  started: { words: 'Started', colour: 'text-slate', Mark: ClockMark },
  pending: { words: 'Waiting', colour: 'text-notice', Mark: ClockMark },
  succeeded: { words: 'Paid', colour: 'text-leading', Mark: CheckMark },
  failed: { words: 'Failed', colour: 'text-outbid', Mark: CloseMark },
  refunded: { words: 'Refunded', colour: 'text-slate', Mark: OvertakenMark },
  'charged-back': { words: 'Charged back', colour: 'text-outbid', Mark: OvertakenMark },
}

export const PAYMENT_STATES = Object.keys(STATES) as Payment['state'][]

export function wordsOfState(state: Payment['state']): string {
  return STATES[state].words
}

/** Where a payment stands: sign, word and colour. */
export function PaymentState({ state }: { state: Payment['state'] }) {
  const { words, colour, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', colour)}>
      <Mark className="size-4 shrink-0" />
      {words}
    </span>
  )
}
