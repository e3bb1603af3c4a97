import type { Answer } from '#contract/content/content.ts'
import { Blocks } from '#web/content/blocks.tsx'
import { NextMark } from '../ui/marks.tsx'

/** Questions are read, answers opened. `open`: they are what was searched for. */
export function AnswerList({ answers, open = false }: { answers: readonly Answer[]; open?: boolean }) {
  return (
    <div className="mt-3 border-b border-line">
      {answers.map(({ id, question, blocks }) => (
        <details key={id} id={id} open={open} className="group scroll-mt-6 border-t border-line">
          <summary
            // The address of an answer, to share it.
            onClick={() => history.replaceState(history.state, '', `#${id}`)}
            className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold decoration-line underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden"
          >
            {question}
            <NextMark className="size-5 shrink-0 rotate-90 text-slate group-open:-rotate-90 print:hidden" />
          </summary>
          <div className="pb-5 [&>:first-child]:mt-0">
            <Blocks blocks={blocks} />
          </div>
        </details>
      ))}
    </div>
  )
}
