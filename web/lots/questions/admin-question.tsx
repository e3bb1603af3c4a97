import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { ANSWER_MAX, answerQuestion, hideQuestion, type StaffQuestion } from '#contract/lots/questions.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { t } from '#web/platform/language/text.ts'

/** One question with its answer and its actions. */
export function AdminQuestion({ question, onDone }: { question: StaffQuestion; onDone: () => void }) {
  const { id, version, state } = question
  const [isWriting, setIsWriting] = useState(state === 'waiting')
  const [isHiding, setIsHiding] = useState(false)
  const isHidden = state === 'hidden'
  const hide = async (reason: string) => {
    await call(hideQuestion, { params: { questionId: id }, body: { version, hidden: !isHidden, reason } })
    toast({ title: isHidden ? t`Question shown` : t`Question hidden` })
    onDone()
    setIsHiding(false)
  }
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 py-4 lg:grid-cols-[18rem_minmax(0,1fr)_auto]">
      <About question={question} />
      <div className="max-w-[44rem]">
        <p className="font-semibold break-words whitespace-pre-line">{question.text}</p>
        {question.shownAs === question.text ? null : (
          <p className="mt-1 text-sm break-words text-slate">{t`Shown to bidders: ${question.shownAs}`}</p>
        )}
        {isHidden ? <p className="mt-1 font-semibold text-outbid">{t`Hidden: ${question.hiddenReason}`}</p> : null}
        {question.answer === null || isWriting ? null : (
          <>
            <p className="mt-2 break-words whitespace-pre-line">{question.answer}</p>
            <p className="tabular mt-1 text-xs text-slate">
              {question.answeredBy ?? t`Former team member`}
              {question.answeredAt === null ? '' : `, ${formatInstant(question.answeredAt)}`}
            </p>
          </>
        )}
        {isWriting && !isHidden ? (
          <AnswerForm question={question} onDone={onDone} onCancel={() => setIsWriting(false)} />
        ) : null}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        {state === 'answered' && !isWriting ? (
          <Button variant="outline" size="sm" onClick={() => setIsWriting(true)}>{t`Edit answer`}</Button>
        ) : null}
        <Button variant="outline" size="sm" onClick={() => setIsHiding(true)}>
          {isHidden ? t`Show again` : t`Hide`}
        </Button>
      </div>
      {isHiding ? (
        <ReasonDialog
          title={isHidden ? t`Show question` : t`Hide question`}
          words={
            isHidden
              ? t`Bidders will see it again, with its answer if there is one.`
              : t`Only the person who asked will see it. Its answer is hidden, too.`
          }
          action={isHidden ? t`Show again` : t`Hide`}
          onAction={hide}
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
      <p className="tabular wrap-anywhere text-slate">
        {person === null || accountId === null ? t`Closed account` : person}
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
  const { run, busy, fault } = useAttempt(async (_event: FormEvent) => {
    await call(answerQuestion, { params: { questionId: id }, body: { version, text } })
    toast({ title: t`Answer published`, description: t`The bidder who asked is notified.` })
    onDone()
  })
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-3 flex flex-col gap-3">
      <Field
        label={t`Answer`}
        hint={t`Plain text, visible to every bidder who can see the lot.`}
        error={fault ?? undefined}
      >
        <Textarea rows={3} maxLength={ANSWER_MAX} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex gap-3">
        <Button type="submit" variant="outline" size="sm" disabled={text.trim().length < 3} aria-disabled={busy}>
          {busy ? t`Publishing` : t`Publish answer`}
        </Button>
        {answer === null ? null : <Button variant="ghost" size="sm" onClick={onCancel}>{t`Cancel`}</Button>}
      </div>
    </form>
  )
}
