import { type FormEvent, useEffect, useRef, useState } from 'react'
import { barrier } from '#contract/access.ts'
import type { Question } from '#contract/questions.ts'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useQuestions } from './use-questions.ts'

const TEXT_MAX = 500
const ID = 'questions'

/** What bidders asked about the lot, what the house answered, and a way to ask. */
export function LotQuestions({ lotId }: { lotId: string }) {
  const { user } = useUser()
  const { data, error, ask } = useQuestions(lotId)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    // The browser looked for the place before it was there.
    if (isThere && location.hash === `#${ID}`) heading.current?.scrollIntoView()
  }, [isThere])
  return (
    <section aria-labelledby={ID}>
      <h2 id={ID} ref={heading} className="scroll-mt-4 text-lg">
        Questions and answers
      </h2>
      {data !== undefined ? (
        <Answers questions={data.items} />
      ) : error === null ? (
        <Skeleton className="mt-3 h-20" />
      ) : (
        <div className="mt-3">
          <Notice tone="bad" title="The questions cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        </div>
      )}
      {barrier(user, 'complete') === null ? <AskForm onAsk={ask} /> : null}
    </section>
  )
}

function Answers({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return <p className="mt-2 text-slate">Nobody has asked anything yet.</p>
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {questions.map((question) => (
        <li key={question.id} className="max-w-[44rem] py-3">
          <p className="font-semibold break-words whitespace-pre-line">{question.text}</p>
          {question.answer === null ? (
            <p className="mt-1 text-sm text-slate">{pendingWords(question)}</p>
          ) : (
            <>
              <p className="mt-1 break-words whitespace-pre-line">{question.answer}</p>
              <p className="tabular mt-1 text-xs text-slate">
                {question.isMine ? 'You asked' : 'A bidder asked'} {formatInstant(question.askedAt)}
                {question.answeredAt === null ? null : `, the house answered ${formatInstant(question.answeredAt)}`}
              </p>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function pendingWords({ state, askedAt }: Question): string {
  const asked = `You asked ${formatInstant(askedAt)}.`
  return state === 'hidden'
    ? `${asked} The house does not publish this question. Only you see it.`
    : `${asked} Waiting for the house; only you see it until it is answered.`
}

function AskForm({ onAsk }: { onAsk: (questionId: string, text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    if (text.trim().length < 3) return
    try {
      await onAsk(id, text)
      setText('')
      setId(crypto.randomUUID())
      setFailure(null)
      toast({ title: 'Your question was sent', description: 'You are told when the house answers.' })
    } catch (cause) {
      setFailure(cause)
    }
  })
  const fault = failure === null ? undefined : (fieldFaults(failure)[0]?.message ?? wordsOfFailure(failure))
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 flex max-w-[44rem] flex-col items-start gap-3">
      <div className="w-full">
        <Field
          label="Ask the house about this lot"
          hint={`Everybody who may see the lot reads question and answer, without your name. Leave out telephone numbers, addresses and links: they are not shown. ${TEXT_MAX - text.length} characters left.`}
          error={fault}
        >
          <Textarea
            rows={3}
            maxLength={TEXT_MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setFailure(null)
            }}
          />
        </Field>
      </div>
      <Button type="submit" variant="outline" disabled={text.trim().length < 3} aria-disabled={busy}>
        {busy ? 'Sending' : 'Send the question'}
      </Button>
    </form>
  )
}
