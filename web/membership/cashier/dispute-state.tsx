import clsx from 'clsx'
import type { Dispute } from '#contract/disputes.ts'
import { CheckMark, ClockMark, CloseMark, WarningMark } from '#web/ui/marks.tsx'

const STATES: Record<Dispute['state'], { words: string; colour: string; Mark: typeof CheckMark }> = {
  inquiry: { words: 'The bank asks', colour: 'text-notice', Mark: ClockMark },
  open: { words: 'The bank holds it', colour: 'text-notice', Mark: WarningMark },
  won: { words: 'Won', colour: 'text-leading', Mark: CheckMark },
  lost: { words: 'Lost', colour: 'text-outbid', Mark: CloseMark },
  closed: { words: 'Came to nothing', colour: 'text-slate', Mark: CheckMark },
}

export const DISPUTE_STATES = Object.keys(STATES) as Dispute['state'][]

export function wordsOfDispute(state: Dispute['state']): string {
  return STATES[state].words
}

/** Where a dispute stands: sign, word and colour. */
export function DisputeState({ state }: { state: Dispute['state'] }) {
  const { words, colour, Mark } = STATES[state]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', colour)}>
      <Mark className="size-4 shrink-0" />
      {words}
    </span>
  )
}
