import type { Talk } from '#contract/talks.ts'
import { formatInstant } from '#web/platform/time.ts'
import { type Reader, stepWords } from './talk-words.ts'

/** Everything that was said, newest first. */
export function TalkSteps({ talk, reader }: { talk: Talk; reader: Reader }) {
  return (
    <ol className="divide-y divide-line text-sm">
      {talk.steps.toReversed().map((step) => (
        <li key={step.sequence} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span className="tabular">{stepWords(step, talk, reader)}</span>
          <time dateTime={new Date(step.at).toISOString()} className="tabular text-xs leading-[1.4rem] text-slate">
            {formatInstant(step.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
