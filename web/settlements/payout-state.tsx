import { PAYOUT_STATE_WORDS, type PayoutBatch } from '#contract/settlements/payouts.ts'
import { CheckMark, ClockMark, CloseMark } from '#web/ui/marks.tsx'
import { type StateLook, StateMark } from '#web/ui/state-mark.tsx'
import { translated } from '#web/platform/language/text.ts'

const STATES: Record<PayoutBatch['state'], StateLook> = {
  made: { color: 'text-notice', Mark: ClockMark },
  paid: { color: 'text-leading', Mark: CheckMark },
  canceled: { color: 'text-slate', Mark: CloseMark },
}

/** The state of a payout: icon, word and color. */
export function PayoutState({ state }: { state: PayoutBatch['state'] }) {
  return <StateMark look={STATES[state]} words={translated(PAYOUT_STATE_WORDS[state])} />
}
