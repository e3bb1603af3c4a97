import { type ChangeEvent } from 'react'
import {
  changeTicket,
  TICKET_PRIORITIES,
  type StaffThread,
  type TicketPriority,
} from '#contract/support/support-staff.ts'
import { call } from '#web/platform/request.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { PRIORITY_NAMES } from './staff-words.ts'
import { t } from '#web/platform/language/text.ts'

type Change = { status?: 'open' | 'closed'; priority?: TicketPriority; assigneeId?: string | null }

/** The assignee of a ticket, its urgency, and whether it is done. */
export function TicketControls({
  thread,
  onChanged,
}: {
  thread: StaffThread
  onChanged: (thread: StaffThread) => void
}) {
  const { ticket } = thread
  const { user } = useUser()
  const { run, busy, fault } = useAttempt(async (change: Change) => {
    const body = { version: ticket.version, ...change }
    onChanged(await call(changeTicket, { params: { ticketId: ticket.id }, body }))
  })
  const isClosed = ticket.status === 'closed'
  return (
    <section aria-label={t`Handling`} className="flex flex-col gap-4">
      {fault === null ? null : (
        <p role="alert" className="text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
      <Choices thread={thread} isBusy={busy} onChosen={(change) => void run(change)} />
      <div className="flex flex-wrap gap-3">
        {user === null || ticket.assigneeId === user.id ? null : (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={busy}
            onClick={() => void run({ assigneeId: user.id })}
          >{t`Assign to me`}</Button>
        )}
        <Button
          variant="outline"
          size="sm"
          aria-disabled={busy}
          onClick={() => void run({ status: isClosed ? 'open' : 'closed' })}
        >
          {isClosed ? t`Reopen ticket` : t`Close ticket`}
        </Button>
      </div>
    </section>
  )
}

function Choices({
  thread: { ticket, staff },
  isBusy,
  onChosen,
}: {
  thread: StaffThread
  isBusy: boolean
  onChosen: (change: Change) => void
}) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={t`Assigned to`}>
        <Select
          value={ticket.assigneeId ?? ''}
          aria-busy={isBusy}
          onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChosen({ assigneeId: target.value || null })}
        >
          <option value="">{t`Nobody`}</option>
          <Options of={staff.map(({ id, name }) => [id, name])} />
        </Select>
      </Field>
      <Field label={t`Priority`}>
        <Select
          value={ticket.priority}
          aria-busy={isBusy}
          onChange={({ target }: ChangeEvent<HTMLSelectElement>) =>
            onChosen({ priority: target.value as TicketPriority })
          }
        >
          <Options of={TICKET_PRIORITIES.map((priority) => [priority, PRIORITY_NAMES[priority]])} />
        </Select>
      </Field>
    </div>
  )
}
