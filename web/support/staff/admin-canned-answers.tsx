import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MESSAGE_MAX } from '#contract/support/support-limits.ts'
import {
  deleteCannedAnswer,
  listCannedAnswers,
  saveCannedAnswer,
  type CannedAnswer,
} from '#contract/support/support-staff.ts'
import { ReadList } from '#web/ui/list/list-filter.tsx'
import { faultOf, formFault } from '#web/platform/forms/request-faults.ts'
import { useRead } from '#web/platform/use-read.ts'
import { call } from '#web/platform/request.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

/** Answers that staff reuse. */
export default function AdminCannedAnswers() {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<CannedAnswer | null>(null)
  const { data, error } = useRead(listCannedAnswers, {})
  const variables = data?.variables.map((name) => `{{${name}}}`).join(', ')
  const readAgain = () => {
    setFresh(null)
    void client.invalidateQueries({ queryKey: [listCannedAnswers.path] })
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">{t`Canned answers`}</h1>
        <Button
          variant="outline"
          size="sm"
          onClick={() => setFresh({ id: crypto.randomUUID(), title: '', text: '', version: 0 })}
        >{t`New answer`}</Button>
      </div>
      {data === undefined ? null : (
        <p className="mt-1 max-w-[44rem] text-slate">
          {t`These variables are filled in for each ticket: ${variables}.`}
        </p>
      )}
      {fresh === null ? null : <AnswerEditor key={fresh.id} answer={fresh} onDone={readAgain} />}
      <ReadList data={data} error={error}>
        {({ items }) =>
          items.length === 0 && fresh === null ? (
            <EmptyState title={t`No canned answers yet`}>{t`Add one for a question that comes up often.`}</EmptyState>
          ) : (
            <ul aria-label={t`Canned answers`}>
              {items.map((answer) => (
                <li key={`${answer.id} ${answer.version}`}>
                  <AnswerEditor answer={answer} onDone={readAgain} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadList>
    </>
  )
}

function AnswerEditor({ answer, onDone }: { answer: CannedAnswer; onDone: () => void }) {
  const { id, version } = answer
  const [title, setTitle] = useState(answer.title)
  const [text, setText] = useState(answer.text)
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    await call(saveCannedAnswer, { params: { answerId: id }, body: { version, title, text } })
    toast({ title: t`Answer saved` })
    onDone()
  })
  const remove = async () => {
    await call(deleteCannedAnswer, { params: { answerId: id }, body: { version } })
    toast({ title: t`Answer deleted` })
    onDone()
  }
  const fault = failure === null ? null : formFault(failure, (field) => field === 'title' || field === 'text')
  const isChanged = title !== answer.title || text !== answer.text
  return (
    <form
      noValidate
      aria-label={answer.title || t`New answer`}
      onSubmit={onSubmitOf(run)}
      className="flex max-w-[44rem] flex-col gap-3 border-t border-line py-5"
    >
      {fault === null ? null : (
        <p role="alert" className="text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
      <Field label={t`Answer title`} error={faultOf(failure, 'title')}>
        <Input maxLength={80} value={title} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <Field label={t`Answer`} error={faultOf(failure, 'text')}>
        <Textarea
          // As high as its text.
          className="field-sizing-content min-h-28"
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="outline"
          size="sm"
          disabled={!isChanged}
          aria-disabled={busy}
        >{t`Save answer`}</Button>
        {version === 0 ? null : (
          <Danger>
            <ConfirmedAction
              label={t`Delete`}
              title={t`Delete “${answer.title}”?`}
              words={t`The whole team loses this answer. Sent messages don’t change. You can’t undo this.`}
              action={t`Delete answer`}
              failed={t`Nothing was deleted`}
              variant="destructive"
              onAction={remove}
            />
          </Danger>
        )}
      </div>
    </form>
  )
}
