import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { ANSWER_MAX, answerQuestion, hideQuestion, type StaffQuestion } from '#contract/questions.ts'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'

/** One question with its answer, and what can be done about it. */
export function AdminQuestion({ question, onDone }: { question: StaffQuestion; onDone: () => void }) {
  const { id, version, state } = question
  const [isWriting, setIsWriting] = useState(state === 'waiting')
  const [isHiding, setIsHiding] = useState(false)
  const isHidden = state === 'hidden'
  const hide = async (reason: string) => {
    await call(hideQuestion, { params: { questionId: id }, body: { version, hidden: !isHidden, reason } })
    toast({ title: isHidden ? 'The question is shown again' : 'The question is hidden' })
    onDone()
  }
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 py-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <About question={question} />
      <div className="max-w-[44rem]">
        <p className="font-semibold break-words whitespace-pre-line">{question.text}</p>
        {question.shownAs === question.text ? null : (
          <p className="mt-1 text-sm break-words text-slate">Bidders read: {question.shownAs}</p>
        )}
        {isHidden ? <p className="mt-1 font-semibold text-outbid">Hidden: {question.hiddenReason}</p> : null}
        {question.answer === null || isWriting ? null : (
          <>
            <p className="mt-2 break-words whitespace-pre-line">{question.answer}</p>
            <p className="tabular mt-1 text-xs text-slate">
              {question.answeredBy ?? 'Somebody who has left'}
              {question.answeredAt === null ? '' : `, ${formatInstant(question.answeredAt)}`}
            </p>
          </>
        )}
        {isWriting && !isHidden ? (
          <AnswerForm question={question} onDone={onDone} onCancel={() => setIsWriting(false)} />
        ) : null}
        <div className="mt-3 flex flex-wrap gap-3">
          {state === 'answered' && !isWriting ? (
            <Button variant="outline" size="sm" onClick={() => setIsWriting(true)}>
              Correct the answer
            </Button>
          ) : null}
          <Button variant="outline" size="sm" onClick={() => setIsHiding(true)}>
            {isHidden ? 'Show again' : 'Hide'}
          </Button>
        </div>
      </div>
      {isHiding ? (
        <ReasonDialog
          title={isHidden ? 'Show the question again' : 'Hide the question'}
          words={
            isHidden
              ? 'Bidders read it again, with its answer where there is one.'
              : 'Nobody but its asker sees that it was asked. Its answer goes with it.'
          }
          action={isHidden ? 'Show again' : 'Hide'}
          onAct={hide}
          onClose={() => setIsHiding(false)}
        />
      ) : null}
    </li>
  )
}

function About({ question: { lotNumber, title, person, accountId, askedAt } }: { question: StaffQuestion }) {
  return (
    <div className="text-sm">
      <Link
        href={`${paths.lot(lotNumber)}#questions`}
        className="flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
      >
        <Plate number={lotNumber} size="sm" />
        {title}
      </Link>
      <p className="tabular text-slate">
        {person === null || accountId === null ? 'An account that is closed' : person}
        <br />
        {formatInstant(askedAt)}
      </p>
    </div>
  )
}

function AnswerForm({
  question: { id, version, answer },
  onDone,
  onCancel,
}: {
  question: StaffQuestion
  onDone: () => void
  onCancel: () => void
}) {
  const [text, setText] = useState(answer ?? '')
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    try {
      await call(answerQuestion, { params: { questionId: id }, body: { version, text } })
      toast({ title: 'The answer is published', description: 'Who asked is told.' })
      onDone()
    } catch (cause) {
      setFailure(cause)
    }
  })
  const fault = failure === null ? undefined : (fieldFaults(failure)[0]?.message ?? wordsOfFailure(failure))
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-3 flex flex-col gap-3">
      <Field label="Answer" hint="Plain text. Every bidder who may see the lot reads it." error={fault}>
        <Textarea rows={3} maxLength={ANSWER_MAX} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex gap-3">
        <Button type="submit" variant="outline" size="sm" disabled={text.trim().length < 3} aria-disabled={busy}>
          {busy ? 'Publishing' : 'Publish the answer'}
        </Button>
        {answer === null ? null : (
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
