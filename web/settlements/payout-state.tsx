import clsx from 'clsx'
import { PAYOUT_STATE_WORDS, type PayoutBatch } from '#contract/settlements/payouts.ts'
import { CheckMark, ClockMark, CloseMark } from '#web/ui/marks.tsx'

const STATES: Record<PayoutBatch['state'], { color: string; Mark: typeof CheckMark }> = {
  made: { color: 'text-notice', Mark: ClockMark },
  paid: { color: 'text-leading', Mark: CheckMark },
  canceled: { color: 'text-slate', Mark: CloseMark },
}

/** The state of a payout: icon, word and color. */
export function PayoutState({ state }: { state: PayoutBatch['state'] }) {
  const { color, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', color)}>
      <Mark className="size-4 shrink-0" />
      {PAYOUT_STATE_WORDS[state]}
    </span>
  )
}
