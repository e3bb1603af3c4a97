import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  linkStaffTicketFile,
  mergeTicket,
  readTicket,
  type StaffMessage,
  type StaffThread,
} from '#contract/support/support-staff.ts'
import { call, failureMessage, RequestError } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { paths } from '#web/paths.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Message } from '../thread.tsx'
import { TOPIC_NAMES } from '../ticket-words.ts'
import { AnswerForm } from './answer-form.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { durationWords, STAFF_STATUS_NAMES } from './staff-words.ts'
import { TicketControls } from './ticket-controls.tsx'
import { TicketContext } from './ticket-context.tsx'
import { t } from '#web/platform/language/text.ts'

/** A thread with its notes, its actions, and who and what it is about. */
export default function AdminTicket({ ticketId }: { ticketId: string }) {
  const client = useQueryClient()
  const { data, error } = useRead(
    readTicket,
    { params: { ticketId } },
    { retry: (failures, failure) => failures < 1 && !(failure instanceof RequestError && failure.status === 404) },
  )
  if (data !== undefined)
    return <Thread thread={data} onChanged={(thread) => client.setQueryData([readTicket.path, ticketId], thread)} />
  if (error === null) return <Skeleton className="h-96" />
  return (
    <EmptyState
      title={t`This ticket can’t be shown`}
      action={
        <Button asChild variant="outline">
          <Link href={paths.adminPage('tickets')}>{t`All tickets`}</Link>
        </Button>
      }
    >
      {failureMessage(error)}
    </EmptyState>
  )
}

type Changed = (thread: StaffThread) => void

function Thread({ thread, onChanged }: { thread: StaffThread; onChanged: Changed }) {
  const { ticket, mergedInto, messages } = thread
  return (
    <>
      <BackLink href={paths.adminPage('tickets')}>{t`All tickets`}</BackLink>
      <h1 className="mt-4 text-xl break-words">{ticket.subject || t`Deleted`}</h1>
      <p className="mt-1 text-slate">{factsOf(thread)}</p>
      {mergedInto === null ? null : (
        <div className="mt-4 max-w-[44rem]">
          <Notice tone="info" title={t`Merged into another ticket`}>
            <Link href={paths.adminTicket(mergedInto.id)} className="text-link">{t`Open ${mergedInto.reference}`}</Link>
          </Notice>
        </div>
      )}
      <div className="mt-6 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,44rem)_minmax(18rem,1fr)]">
        <div>
          <ol aria-label={t`Conversation`} className="flex flex-col gap-6">
            {messages.map((message) => (
              <StaffMessageLine key={message.id} message={message} person={ticket.person} />
            ))}
          </ol>
          {mergedInto === null && ticket.email !== '' ? <AnswerForm thread={thread} onDone={onChanged} /> : null}
        </div>
        <div className="flex flex-col gap-8">
          {mergedInto === null ? <TicketControls thread={thread} onChanged={onChanged} /> : null}
          {mergedInto === null ? <Merge thread={thread} /> : null}
          <TicketContext thread={thread} />
        </div>
      </div>
    </>
  )
}

function factsOf({ ticket, merged }: StaffThread): string {
  const { reference, topic, status, firstAnsweredAt, openedAt } = ticket
  const facts = [reference, TOPIC_NAMES[topic], STAFF_STATUS_NAMES[status]]
  if (firstAnsweredAt !== null) {
    const duration = durationWords(firstAnsweredAt - openedAt)
    facts.push(t`first answer after ${duration}`)
  }
  if (merged.length > 0) facts.push(t`with ${merged.join(', ')}`)
  return facts.join(' · ')
}

function StaffMessageLine({ message, person }: { message: StaffMessage; person: string }) {
  const { from, author, isNote, quoted } = message
  const writer =
    from === 'person' ? person || t`Closed account` : from === 'team' ? (author ?? t`Our team`) : t`Assistant`
  return (
    <Message
      message={message}
      name={isNote ? t`Note by ${writer}` : writer}
      tone={isNote ? 'note' : from === 'team' ? 'team' : 'person'}
      linkOf={(fileId) => call(linkStaffTicketFile, { params: { fileId } })}
    >
      {quoted === null ? null : (
        <details className="mt-2 text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center text-slate">{t`Show the whole email`}</summary>
          <p className="border-l border-line pl-3 break-words whitespace-pre-line">{quoted}</p>
        </details>
      )}
    </Message>
  )
}

function Merge({ thread: { ticket, others } }: { thread: StaffThread }) {
  const [isOpen, setOpen] = useState(false)
  const [, go] = useLocation()
  if (ticket.email === '') return null
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>{t`Merge into another ticket`}</Button>
      {isOpen ? (
        <MergeDialog
          others={others}
          onClose={() => setOpen(false)}
          onMerge={async (into) => {
            const { id: ticketId, version } = ticket
            const target = await call(mergeTicket, { params: { ticketId }, body: { version, into } })
            toast({ title: t`Merged into ${target.ticket.reference}` })
            go(paths.adminTicket(target.ticket.id))
          }}
        />
      ) : null}
    </div>
  )
}
