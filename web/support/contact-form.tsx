import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { openTicket, readTicketForm, type TicketForm } from '#contract/support/support.ts'
import {
  FORM_MS_MIN,
  MESSAGE_MAX,
  SUBJECT_MAX,
  TICKET_TOPICS,
  type TicketTopic,
} from '#contract/support/support-limits.ts'
import { shorten } from '#contract/platform/shorten.ts'
import { fieldFaults, formFault } from '#web/platform/forms/request-faults.ts'
import { call } from '../platform/request.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { useSendId } from '#web/platform/forms/use-send-id.ts'
import { paths } from '../paths.ts'
import { formatMoney } from '../platform/money.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input, Options, Select, Textarea } from '../ui/field.tsx'
import { RequestFailed } from '../ui/request-failed.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { handedOverConversation, handOver, type Said } from './conversation.ts'
import { TOPIC_HINTS, TOPIC_NAMES } from './ticket-words.ts'
import { useAttachments } from './use-attachments.ts'

type Sent = { reference: string; email: string; token: string }

/** The form to write to our team. The conversation with the assistant is included. */
export function ContactForm() {
  const { user, isLoading } = useUser()
  const [sent, setSent] = useState<Sent | null>(null)
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [readTicketForm.path, user?.id ?? 'visitor'],
    queryFn: ({ signal }) => call(readTicketForm, {}, signal),
    enabled: !isLoading,
    staleTime: 600_000,
  })
  if (sent !== null) return <SentNotice sent={sent} onAnother={() => setSent(null)} />
  if (data !== undefined) {
    const renew = () => void refetch()
    return (
      <Fields
        key={data.email}
        form={data}
        openedAt={dataUpdatedAt}
        isMember={user !== null}
        renew={renew}
        onSent={(answer) => {
          handOver([])
          setSent(answer)
        }}
      />
    )
  }
  if (error === null) return <Skeleton className="h-96" />
  return <RequestFailed title={t`We couldn’t load the form`} failure={error} onRetry={() => void refetch()} />
}

function SentNotice({ sent: { reference, email, token }, onAnother }: { sent: Sent; onAnother: () => void }) {
  return (
    <Notice tone="good" title={t`We got your message`}>
      <p>
        <Trans>
          Your reference is <strong className="whitespace-nowrap">{reference}</strong>. We sent it to {email} and reply
          there, usually within one business day.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button asChild variant="outline">
          <Link href={paths.ticket(token)}>{t`View your message`}</Link>
        </Button>
        <Button variant="ghost" onClick={onAnother}>
          {t`Write another message`}
        </Button>
      </div>
    </Notice>
  )
}

type Draft = {
  name: string
  email: string
  topic: TicketTopic
  subject: string
  text: string
  lotNumber: string
  invoiceId: string
  website: string
}

const EMPTY: Draft = {
  name: '',
  email: '',
  topic: 'lot',
  subject: '',
  text: '',
  lotNumber: '',
  invoiceId: '',
  website: '',
}

type Sending = {
  form: TicketForm
  /** By this browser's clock, in ms. */
  openedAt: number
  isMember: boolean
  renew: () => void
  onSent: (sent: Sent) => void
}

/** The draft of a message, and sending it. */
function useMessage({ form, openedAt, isMember, renew, onSent }: Sending) {
  const [conversation, setConversation] = useState<Said[]>(handedOverConversation)
  const lastAsked = conversation.findLast(({ from }) => from === 'person')?.text ?? ''
  const [draft, setDraft] = useState<Draft>({
    ...EMPTY,
    topic: lastAsked === '' ? 'lot' : 'other',
    subject: shorten(lastAsked, SUBJECT_MAX),
    text: lastAsked,
  })
  const [failure, setFailure] = useState<unknown>(null)
  const { idOf } = useSendId()
  const attachments = useAttachments()
  const send = useCall(openTicket)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    setFailure(null)
    const who = isMember ? { name: form.name, email: form.email } : {}
    // People write “lot 1033” and “#1033”.
    const digits = draft.lotNumber.replaceAll(/\D/g, '')
    const content = {
      ...draft,
      ...who,
      lotNumber: digits === '' ? null : Number(digits),
      invoiceId: draft.invoiceId === '' ? null : draft.invoiceId,
      fileIds: attachments.fileIds,
      conversation,
    }
    try {
      // A person who pastes a message and sends it immediately need not know that bots do that, too.
      await pause(openedAt + FORM_MS_MIN + CLOCKS_MS - Date.now())
      onSent(await send({ body: { ...content, ticketId: idOf(content), formKey: form.formKey } }))
    } catch (cause) {
      setFailure(cause)
      renew()
    }
  })
  const faultOf = (name: string) => fieldFaults(failure).find(({ field }) => field === name)?.message
  const bind = (name: keyof Draft) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })
  const dropConversation = () => setConversation([])
  return { draft, bind, faultOf, failure, attachments, conversation, dropConversation, onSubmit: onSubmitOf(run), busy }
}

/** What the form shows an error for. */
const FIELDS = /^(subject|text|name|email|invoiceId|lotNumber)$/

function Fields(sending: Sending) {
  const { form, isMember } = sending
  const { draft, bind, faultOf, failure, attachments, conversation, ...message } = useMessage(sending)
  const fault = failure === null ? null : formFault(failure, (field) => FIELDS.test(field))
  return (
    <form noValidate onSubmit={message.onSubmit} className="flex flex-col gap-5" aria-label={t`Write to our team`}>
      {fault === null ? null : (
        <Notice tone="bad" title={t`We couldn’t send your message`}>
          {t`${fault} What you wrote is still here.`}
        </Notice>
      )}
      <Writer form={form} isMember={isMember} bind={bind} faultOf={faultOf} />
      <Two>
        <Field label={t`Topic`}>
          <Select {...bind('topic')}>
            <Options of={TICKET_TOPICS.map((topic) => [topic, TOPIC_NAMES[topic]])} />
          </Select>
        </Field>
        <About form={form} topic={draft.topic} bind={bind} faultOf={faultOf} />
      </Two>
      <Field label={t`Subject`} error={faultOf('subject')}>
        <Input {...bind('subject')} maxLength={SUBJECT_MAX} />
      </Field>
      <Field label={t`Message`} hint={TOPIC_HINTS[draft.topic]} error={faultOf('text')}>
        <Textarea {...bind('text')} rows={7} maxLength={MESSAGE_MAX} />
      </Field>
      {conversation.length === 0 ? null : (
        <p className="text-sm text-slate">
          {t`Your conversation with the assistant is included.`}{' '}
          <Button variant="link" size="sm" onClick={message.dropConversation}>
            {t`Remove it`}
          </Button>
        </p>
      )}
      <AttachmentField attachments={attachments} />
      <HiddenField {...bind('website')} />
      <Button type="submit" className="self-start" aria-disabled={message.busy || attachments.isSending}>
        {message.busy ? t`Sending` : t`Send message`}
      </Button>
    </form>
  )
}

type Place = { bind: Bind; faultOf: (name: string) => string | undefined }

function Writer({ form, isMember, bind, faultOf }: Place & { form: TicketForm; isMember: boolean }) {
  return (
    <>
      {isMember ? (
        <p className="text-sm text-slate">{t`You’re writing as ${form.name}. We reply to ${form.email}.`}</p>
      ) : (
        <Two>
          <Field label={t`Name`} error={faultOf('name')}>
            <Input {...bind('name')} autoComplete="name" maxLength={120} />
          </Field>
          <Field label={t`Email`} error={faultOf('email')}>
            <Input {...bind('email')} type="email" autoComplete="email" maxLength={254} />
          </Field>
        </Two>
      )}
    </>
  )
}

/** How far the waits of two clocks may differ. */
const CLOCKS_MS = 300

function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms))
}

function Two({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">{children}</div>
}

type Bind = (name: keyof Draft) => {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** The subject: one of the person's own invoices, one of their lots, or a lot by its number. */
function About({ form: { lots, invoices }, topic, bind, faultOf }: Place & { form: TicketForm; topic: TicketTopic }) {
  if (topic === 'payment' && invoices.length > 0) {
    return (
      <Field label={t`Invoice (optional)`} error={faultOf('invoiceId')}>
        <Select {...bind('invoiceId')}>
          <option value="">{t`None`}</option>
          <Options
            of={invoices.map(({ invoiceId, number, title, total, currency }) => [
              invoiceId,
              `${number}, ${title}, ${formatMoney(total, currency)}`,
            ])}
          />
        </Select>
      </Field>
    )
  }
  if (lots.length > 0) {
    return (
      <Field label={t`Lot (optional)`} error={faultOf('lotNumber')}>
        <Select {...bind('lotNumber')}>
          <option value="">{t`None`}</option>
          <Options of={lots.map(({ lotNumber, title }) => [lotNumber, `${lotNumber}, ${title}`])} />
        </Select>
      </Field>
    )
  }
  return (
    <Field label={t`Lot number (optional)`} error={faultOf('lotNumber')}>
      <Input {...bind('lotNumber')} inputMode="numeric" maxLength={9} />
    </Field>
  )
}

/** Bots fill in every field; people and screen readers never reach this one. */
function HiddenField(bound: ReturnType<Bind>) {
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        Website
        <input type="text" {...bound} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
