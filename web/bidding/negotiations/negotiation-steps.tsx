import type { Negotiation } from '#contract/bidding/negotiations.ts'
import { formatInstant } from '#web/platform/time.ts'
import { type Reader, stepWords } from './negotiation-words.ts'

/** Every step of the negotiation, newest first. */
export function NegotiationSteps({ negotiation, reader }: { negotiation: Negotiation; reader: Reader }) {
  return (
    <ol className="divide-y divide-line text-sm">
      {negotiation.steps.toReversed().map((step) => (
        <li key={step.sequence} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span className="tabular">{stepWords(step, negotiation, reader)}</span>
          <time dateTime={new Date(step.at).toISOString()} className="tabular text-xs leading-[1.4rem] text-slate">
            {formatInstant(step.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
