import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { TICKET_STATUSES, TICKET_TOPICS } from '#contract/support/support-limits.ts'
import {
  exportTickets,
  listTickets,
  TICKET_PRIORITIES,
  TICKET_SORTS,
  type StaffTicket,
  type TicketFilter,
} from '#contract/support/support-staff.ts'
import { ExportButton, SortHead, Paging } from '#web/ui/list/list-controls.tsx'
import { ChoiceField, ReadList, SearchField } from '#web/ui/list/list-filter.tsx'
import { type UrlFilter, useUrlFilter } from '#web/ui/list/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { TOPIC_NAMES } from '../ticket-words.ts'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { durationWords, PRIORITY_NAMES, STAFF_STATUS_NAMES } from './staff-words.ts'
import { plural, t } from '#web/platform/language/text.ts'

const FILTERS = ['status', 'topic', 'priority', 'assigned'] as const

/** The queue: messages, how long people have waited, and the assignees. */
export default function AdminTickets() {
  const filter = useUrlFilter()
  const q = useDeferredValue(filter.get('q').trim())
  const query = { ...(q === '' ? {} : { q }), ...filter.given(FILTERS) } as TicketFilter
  const sorting = filter.sorting(TICKET_SORTS)
  const { data, error } = useRead(
    listTickets,
    { query: { ...query, ...sorting, page: filter.page } },
    { placeholderData: (held) => held },
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">{t`Tickets`}</h1>
        <div className="flex flex-wrap gap-3">
          <Button asChild variant="outline" size="sm">
            <Link href={paths.adminPage('canned-answers')}>{t`Canned answers`}</Link>
          </Button>
          <ExportButton from={exportTickets} query={query} name="tickets.csv" />
        </div>
      </div>
      <p role="status" className="mt-1 text-slate">
        {data === undefined ? t`Loading` : waitingWords(data)}
      </p>
      <Filters filter={filter} />
      <ReadList data={data} error={error}>
        {({ items }) =>
          items.length === 0 ? (
            <NoTickets isFiltered={Object.keys(query).length > 0} />
          ) : (
            <Queue tickets={items} filter={filter} sorting={sorting} />
          )
        }
      </ReadList>
      <Paging page={filter.page} pages={data?.pages ?? 1} onTurn={filter.turn} />
    </>
  )
}

function waitingWords({ waiting, unassigned }: { waiting: number; unassigned: number }): string {
  if (waiting === 0) return t`No tickets are waiting for an answer.`
  return unassigned === 0
    ? plural(waiting, { one: '# ticket is waiting for an answer.', other: '# tickets are waiting for an answer.' })
    : t`${plural(waiting, { one: '# ticket is waiting for an answer', other: '# tickets are waiting for an answer' })}, ${unassigned} unassigned.`
}

function NoTickets({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={t`No matching tickets`}>{t`Remove a filter to see more.`}</EmptyState>
  ) : (
    <EmptyState title={t`No tickets yet`}>{t`Messages from the contact form and by email show up here.`}</EmptyState>
  )
}

function Filters({ filter }: { filter: UrlFilter }) {
  return (
    <search className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
      <div className="col-span-2 lg:col-span-1">
        <SearchField filter={filter} label={t`Search tickets`} />
      </div>
      <ChoiceField
        filter={filter}
        label={t`Status`}
        name="status"
        options={TICKET_STATUSES.map((status) => [status, STAFF_STATUS_NAMES[status]] as const)}
      />
      <ChoiceField
        filter={filter}
        label={t`Assigned to`}
        name="assigned"
        all={t`Anyone`}
        options={[
          ['me', t`Me`],
          ['nobody', t`Nobody`],
          ['others', t`Others`],
        ]}
      />
      <ChoiceField
        filter={filter}
        label={t`Priority`}
        name="priority"
        options={TICKET_PRIORITIES.map((priority) => [priority, PRIORITY_NAMES[priority]] as const)}
      />
      <ChoiceField
        filter={filter}
        label={t`Topic`}
        name="topic"
        options={TICKET_TOPICS.map((topic) => [topic, TOPIC_NAMES[topic]] as const)}
      />
    </search>
  )
}

function Queue({
  tickets,
  filter,
  sorting,
}: {
  tickets: readonly StaffTicket[]
  filter: UrlFilter
  sorting: ReturnType<UrlFilter['sorting']>
}) {
  const head = (by: (typeof TICKET_SORTS)[number], words: string, first: 'up' | 'down' = 'up') => (
    <SortHead by={by} first={first} sorting={sorting} onSort={filter.set}>
      {words}
    </SortHead>
  )
  const now = useServerNow(null)
  return (
    <Table caption={t`Tickets`} dense className="[&_th]:align-middle!">
      <thead>
        <tr>
          <th scope="col">{t`Subject`}</th>
          <th scope="col">{t`Topic`}</th>
          {head('person', t`Person`)}
          {head('waiting', t`Status`)}
          {head('priority', t`Priority`, 'down')}
          <th scope="col">{t`Assigned to`}</th>
          <th scope="col">{t`First answer`}</th>
          {head('moved', t`Last message`, 'down')}
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <tr key={ticket.id}>
            <td className="min-w-48">
              <RowLink href={paths.adminTicket(ticket.id)}>{ticket.subject || t`Deleted`}</RowLink>{' '}
              <span className="text-slate">{ticket.reference}</span>
            </td>
            <td>{topicWords(ticket)}</td>
            <td className="whitespace-nowrap">{ticket.person || t`Closed account`}</td>
            <td className="whitespace-nowrap">{statusWords(ticket, now)}</td>
            <td className={ticket.priority === 'urgent' ? 'font-semibold text-outbid' : ''}>
              {PRIORITY_NAMES[ticket.priority]}
            </td>
            <td className="whitespace-nowrap">{ticket.assignee ?? <span className="text-slate">{t`Nobody`}</span>}</td>
            <td className="whitespace-nowrap">{firstAnswerWords(ticket)}</td>
            <td className="whitespace-nowrap">{formatInstant(ticket.movedAt)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function statusWords({ status, waitingSince }: StaffTicket, now: number): string {
  if (waitingSince === null) return STAFF_STATUS_NAMES[status]
  const duration = durationWords(now - waitingSince)
  return t`Waiting ${duration}`
}

function topicWords({ topic, lotNumber }: StaffTicket): string {
  const topicName = TOPIC_NAMES[topic]
  return lotNumber === null ? topicName : t`${topicName}, lot ${lotNumber}`
}

function firstAnswerWords({ firstAnsweredAt, openedAt }: StaffTicket): string {
  if (firstAnsweredAt === null) return ''
  const duration = durationWords(firstAnsweredAt - openedAt)
  return t`after ${duration}`
}
