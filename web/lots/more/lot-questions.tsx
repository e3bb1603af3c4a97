import { t } from '#web/platform/language/text.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import { type Question, askQuestion, listQuestions } from '#contract/lots/questions.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { useSendId } from '#web/platform/forms/use-send-id.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFeed } from '#web/platform/feed.ts'
import { useOnceLive } from '#web/platform/once-live.ts'

/** Questions and answers about a lot, and the viewer's own questions. */
function useQuestions(lotId: string) {
  const client = useQueryClient()
  const queryKey = ['/api/lots', lotId, 'questions']
  const readAgain = () => void client.invalidateQueries({ queryKey })
  const feed = useFeed({ lots: [lotId] }, (message) => {
    if (message.type === 'resync' || (message.type === 'questions' && message.lotId === lotId)) readAgain()
  })
  useOnceLive(feed, readAgain)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listQuestions, { params: { lotId } }, signal),
    staleTime: 0,
  })
  return {
    ...query,
    /** The same id may be sent again: it is the same question. */
    async ask(questionId: string, text: string) {
      await call(askQuestion, { params: { lotId }, body: { questionId, text } })
      await client.invalidateQueries({ queryKey })
    },
  }
}

const TEXT_MAX = 500
const ID = 'questions'

/** What bidders asked about the lot, our answers, and a form to ask. */
export function LotQuestions({ lotId }: { lotId: string }) {
  const { user } = useUser()
  const { data, error, ask } = useQuestions(lotId)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    // The browser tried to scroll here before the element existed.
    if (isThere && location.hash === `#${ID}`) heading.current?.scrollIntoView()
  }, [isThere])
  return (
    <section aria-labelledby={ID}>
      <h2 id={ID} ref={heading} className="scroll-mt-4 text-lg">
        {t`Questions and answers`}
      </h2>
      {data !== undefined ? (
        <Answers questions={data.items} />
      ) : error === null ? (
        <Skeleton className="mt-3 h-20" />
      ) : (
        <div className="mt-3">
          <RequestFailed title={t`We couldn’t load the questions`} failure={error} />
        </div>
      )}
      {accessDenial(user, 'complete') === null ? <AskForm onAsk={ask} /> : null}
    </section>
  )
}

function Answers({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return <p className="mt-2 text-slate">{t`No questions yet.`}</p>
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
                {question.isMine ? t`You asked` : t`A bidder asked`} {formatInstant(question.askedAt)}
              </p>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function pendingWords({ state, askedAt }: Question): string {
  const asked = t`You asked ${formatInstant(askedAt)}.`
  return state === 'hidden'
    ? t`${asked} We didn’t publish this question. Only you can see it.`
    : t`${asked} Only you can see it until we answer.`
}

function AskForm({ onAsk }: { onAsk: (questionId: string, text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const { idOf, forget: forgetId } = useSendId()
  const { run, busy, fault, forget } = useAttempt(async (_event: FormEvent) => {
    if (text.trim().length < 3) return
    await onAsk(idOf(text), text)
    setText('')
    forgetId()
    toast({ title: t`Question sent`, description: t`We’ll notify you when we answer.` })
  })
  return (
    <details className="mt-2 print:hidden">
      <summary className="flex min-h-11 w-fit items-center font-semibold underline decoration-edge underline-offset-4">
        {t`Ask a question`}
      </summary>
      <form noValidate onSubmit={onSubmitOf(run)} className="flex max-w-[44rem] flex-col items-start gap-3">
        <div className="w-full">
          <Field
            label={<span className="sr-only">{t`Ask a question`}</span>}
            hint={t`Questions and answers are visible to bidders; your name isn’t. Phone numbers, addresses and links aren’t shown. ${TEXT_MAX - text.length} characters left.`}
            error={fault ?? undefined}
          >
            <Textarea
              rows={3}
              maxLength={TEXT_MAX}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                forget()
              }}
            />
          </Field>
        </div>
        <Button type="submit" variant="outline" disabled={text.trim().length < 3} aria-disabled={busy}>
          {busy ? t`Sending` : t`Send question`}
        </Button>
      </form>
    </details>
  )
}
