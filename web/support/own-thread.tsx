import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { closeTicket, linkTicketFile, readThread, replyToTicket, type TicketThread } from '#contract/support/support.ts'
import { MESSAGE_MAX } from '#contract/support/support-limits.ts'
import { call, failureMessage } from '../platform/request.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { useSendId } from '#web/platform/forms/use-send-id.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { Message } from './thread.tsx'
import { STATUS_WORDS } from './ticket-words.ts'
import { useAttachments } from './use-attachments.ts'

/** Our answer appears without a reload. */
const READ_EVERY_MS = 20_000

/** A person's own thread, which takes replies. */
export function OwnThread({ token, onLeave }: { token: string; onLeave: () => void }) {
  const client = useQueryClient()
  const key = [readThread.path, token]
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readThread, { body: { token } }, signal),
    staleTime: 0,
    refetchInterval: READ_EVERY_MS,
  })
  if (data === undefined) {
    return (
      <Page title={t`Message status`} width="prose">
        {error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <>
            <Notice tone="bad" title={t`This message can’t be shown`}>
              {failureMessage(error)}
            </Notice>
            <Button variant="outline" className="mt-4" onClick={onLeave}>
              {t`Find a message`}
            </Button>
          </>
        )}
      </Page>
    )
  }
  return (
    <Page title={data.subject || t`Your message`} lead={<Lead thread={data} />} width="prose">
      <ol aria-label={t`Conversation`} className="flex flex-col gap-6">
        {data.messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            tone={message.from === 'team' ? 'team' : 'person'}
            name={nameOf(message)}
            linkOf={(fileId) => call(linkTicketFile, { body: { token, fileId } })}
          />
        ))}
      </ol>
      <ReplyForm token={token} status={data.status} onDone={(thread) => client.setQueryData(key, thread)} />
    </Page>
  )
}

function nameOf({ from, author }: TicketThread['messages'][number]): string {
  if (from === 'person') return t`You`
  if (from === 'assistant') return t`Conversation with the assistant`
  return author === null ? t`Our team` : t`${author}, our team`
}

function Lead({ thread: { reference, status, lot, invoiceNumber } }: { thread: TicketThread }) {
  return (
    <>
      <Trans>
        {STATUS_WORDS[status]} · Reference <span className="whitespace-nowrap">{reference}</span>
      </Trans>
      {lot === null ? null : (
        <>
          {' · '}
          <Link href={paths.lot(lot.lotNumber)} className="text-link">
            {t`Lot ${lot.lotNumber}, ${lot.title}`}
          </Link>
        </>
      )}
      {invoiceNumber === null ? null : t` · Invoice ${invoiceNumber}`}
    </>
  )
}

function ReplyForm({
  token,
  status,
  onDone,
}: {
  token: string
  status: TicketThread['status']
  onDone: (thread: TicketThread) => void
}) {
  const [text, setText] = useState('')
  const { idOf, forget } = useSendId()
  const [failure, setFailure] = useState<unknown>(null)
  const attachments = useAttachments()
  const reply = useCall(replyToTicket)
  const close = useCall(closeTicket)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    setFailure(null)
    const content = { text, fileIds: attachments.fileIds }
    try {
      onDone(await reply({ body: { token, messageId: idOf(content), ...content } }))
      setText('')
      forget()
      attachments.clear()
      toast({ title: t`Message sent` })
    } catch (cause) {
      setFailure(cause)
    }
  })
  const closing = useSingleFlight(async () => {
    try {
      onDone(await close({ body: { token } }))
      toast({ title: t`Conversation closed`, description: t`Write again any time to reopen it.` })
    } catch (cause) {
      setFailure(cause)
    }
  })
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
      {failure === null ? null : (
        <Notice tone="bad" title={t`We couldn’t send this`}>
          {t`${failureMessage(failure)} What you wrote is still here.`}
        </Notice>
      )}
      <Field
        label={t`Your reply`}
        {...(status === 'closed' ? { hint: t`This conversation is closed. A reply opens it again.` } : {})}
      >
        <Textarea rows={5} maxLength={MESSAGE_MAX} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <AttachmentField attachments={attachments} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={text.trim() === ''} aria-disabled={busy || attachments.isSending}>
          {busy ? t`Sending` : t`Send reply`}
        </Button>
        {status === 'closed' ? null : (
          <Button variant="ghost" aria-disabled={closing.busy} onClick={() => void closing.run()}>
            {t`Close conversation`}
          </Button>
        )}
      </div>
    </form>
  )
}
