import { type FormEvent, useState } from 'react'
import { MESSAGE_MAX } from '#contract/support/support-limits.ts'
import { answerTicket, fillCannedAnswer, listCannedAnswers, type StaffThread } from '#contract/support/support-staff.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { useSendId } from '#web/platform/forms/use-send-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Options, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AttachmentField } from '../attachment-field.tsx'
import { useAttachments } from '../use-attachments.ts'
import { t } from '#web/platform/language/text.ts'

type Kind = 'reply' | 'note'

/** A reply to the person, or a note for colleagues. */
export function AnswerForm({
  thread: { ticket },
  onDone,
}: {
  thread: StaffThread
  onDone: (thread: StaffThread) => void
}) {
  const [kind, setKind] = useState<Kind>('reply')
  const [text, setText] = useState('')
  const [close, setClose] = useState(false)
  const { idOf, forget } = useSendId()
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const attachments = useAttachments()
  const answer = useCall(answerTicket)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    setFailure(null)
    setMissing(text.trim() === '')
    if (text.trim() === '') return
    const content = { kind, text, fileIds: attachments.fileIds }
    const body = { messageId: idOf(content), ...content, close: close && kind === 'reply' }
    try {
      onDone(await answer({ params: { ticketId: ticket.id }, body }))
      toast({ title: kind === 'reply' ? t`Reply sent to ${ticket.person}` : t`Note saved` })
      setText('')
      setClose(false)
      forget()
      attachments.clear()
    } catch (cause) {
      setFailure(cause)
    }
  })
  const isReply = kind === 'reply'
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
      <KindChoice kind={kind} onChosen={setKind} />
      {failure === null ? null : (
        <Notice
          tone="bad"
          title={isReply ? t`The reply wasn’t sent` : t`The note wasn’t saved`}
        >{t`${failureMessage(failure)} What you wrote is still here.`}</Notice>
      )}
      {isReply ? (
        <CannedChoice ticketId={ticket.id} onChosen={setText} onFailed={setFailure} isEmpty={text.trim() === ''} />
      ) : null}
      <Field
        label={isReply ? t`Reply to ${ticket.person}` : t`Note`}
        hint={isReply ? t`Goes by email to ${ticket.email}.` : t`Only staff can read this.`}
        error={
          isMissing && text.trim() === '' ? (isReply ? t`Write the reply first.` : t`Write the note first.`) : undefined
        }
      >
        <Textarea rows={7} maxLength={MESSAGE_MAX} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <AttachmentField attachments={attachments} />
      {isReply ? (
        <Checkbox label={t`Close the ticket`} checked={close} onChange={({ target }) => setClose(target.checked)} />
      ) : null}
      <Button type="submit" className="self-start" aria-disabled={busy || attachments.isSending}>
        {isReply ? (busy ? t`Sending` : t`Send reply`) : busy ? t`Saving` : t`Save note`}
      </Button>
    </form>
  )
}

function KindChoice({ kind, onChosen }: { kind: Kind; onChosen: (kind: Kind) => void }) {
  return (
    <div role="group" aria-label={t`Kind of message`} className="flex gap-2">
      {(['reply', 'note'] as const).map((one) => (
        <Button
          key={one}
          variant={one === kind ? 'secondary' : 'ghost'}
          size="sm"
          aria-pressed={one === kind}
          onClick={() => onChosen(one)}
        >
          {one === 'reply' ? t`Reply` : t`Internal note`}
        </Button>
      ))}
    </div>
  )
}

/** Inserts a canned answer, filled in for this ticket, into the reply; never overwrites input. */
function CannedChoice({
  ticketId,
  isEmpty,
  onChosen,
  onFailed,
}: {
  ticketId: string
  isEmpty: boolean
  onChosen: (text: string) => void
  onFailed: (failure: unknown) => void
}) {
  const { data } = useRead(listCannedAnswers, {})
  if (data === undefined || data.items.length === 0) return null
  const choose = async (answerId: string) => {
    onFailed(null)
    try {
      onChosen((await call(fillCannedAnswer, { params: { ticketId }, body: { answerId } })).text)
    } catch (failure) {
      onFailed(failure)
    }
  }
  return (
    <Field label={t`Canned answer`} {...(isEmpty ? {} : { hint: t`Clear the reply to insert one.` })}>
      <Select value="" disabled={!isEmpty} onChange={({ target }) => void choose(target.value)}>
        <option value="">{t`Choose`}</option>
        <Options of={data.items.map(({ id, title }) => [id, title])} />
      </Select>
    </Field>
  )
}
