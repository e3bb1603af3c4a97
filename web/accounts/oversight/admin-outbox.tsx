import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listMessages, MESSAGE_STATES, type OutboxMessage, retryMessages } from '#contract/oversight.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Turning } from '../lists/admin-list.tsx'
import { ChoiceField, ReadList } from '../lists/list-filter.tsx'
import { wordsOfFailure } from '../request-faults.ts'
import { useCall } from '../use-act.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import { useUrlFilter } from '../lists/use-url-filter.ts'

const EVERY_MS = 5000

const STATE_WORDS = { 'given-up': 'Given up', failing: 'Failing, comes again', waiting: 'Waiting' }

/** What a room has told later rooms and they have not handled: seen to by itself, until it is given up and waits for the owner. */
export default function AdminOutbox() {
  const filter = useUrlFilter()
  const state = MESSAGE_STATES.find((one) => one === filter.get('state'))
  const query = { ...filter.given(['topic']), ...(state === undefined ? {} : { state }), page: filter.page }
  const { data, error } = useQuery({
    queryKey: [listMessages.path, JSON.stringify(query)],
    queryFn: ({ signal }) => call(listMessages, { query }, signal),
    staleTime: 0,
    refetchInterval: EVERY_MS,
    placeholderData: (held) => held,
  })
  const states = MESSAGE_STATES.map((one) => [one, `${STATE_WORDS[one]} (${data?.counts[one] ?? '–'})`] as const)
  const topics = [...new Set([filter.get('topic'), ...(data?.topics ?? [])])].filter((one) => one !== '')
  return (
    <>
      <h1 className="text-xl">Background work</h1>
      <p className="mt-2 max-w-prose text-sm text-slate">
        What follows from an act, such as the invoice of a sold lot, is done beside it and tried again when it fails.
        After twelve tries it is given up and waits here.
      </p>
      <div className="mt-4 grid max-w-160 gap-4 sm:grid-cols-2">
        <ChoiceField filter={filter} label="State" name="state" options={states} />
        <ChoiceField
          filter={filter}
          label="Topic"
          name="topic"
          options={topics.map((topic) => [topic, topic] as const)}
        />
      </div>
      <ReadList data={data} error={error}>
        {({ items, page: shown, pages }) => (
          <>
            <Messages items={items} isFiltered={state !== undefined || filter.get('topic') !== ''} />
            <Turning page={shown} pages={pages} onTurn={filter.turn} />
          </>
        )}
      </ReadList>
    </>
  )
}

function Messages({ items, isFiltered }: { items: readonly OutboxMessage[]; isFiltered: boolean }) {
  const failed = items.filter(({ state }) => state !== 'waiting')
  if (items.length === 0)
    return isFiltered ? (
      <EmptyState title="Nothing matches">Take a filter away.</EmptyState>
    ) : (
      <EmptyState title="Everything is done">Nothing waits, and nothing has failed.</EmptyState>
    )
  return (
    <>
      {failed.length > 1 ? <Retry messages={failed}>Try all {failed.length} again</Retry> : null}
      <Table caption="Messages" dense className="mt-3 [&_td]:align-middle!">
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col">About</th>
            <th scope="col">State</th>
            <th scope="col">Tries</th>
            <th scope="col">Since</th>
            <th scope="col">Next try</th>
            <th scope="col">Failure</th>
            <th scope="col">Request</th>
            <th scope="col">
              <span className="sr-only">Act</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((message) => (
            <tr key={message.id}>
              <td className="font-semibold whitespace-nowrap">{message.topic}</td>
              <td className="whitespace-nowrap">{aboutWords(message.key)}</td>
              <td
                className={
                  message.state === 'given-up' ? 'font-semibold whitespace-nowrap text-outbid' : 'whitespace-nowrap'
                }
              >
                {STATE_WORDS[message.state]}
              </td>
              <td>{message.tries}</td>
              <td className="whitespace-nowrap">{formatInstant(message.createdAt)}</td>
              <td className="whitespace-nowrap">
                {message.nextTryAt === null ? '–' : formatInstant(message.nextTryAt)}
              </td>
              <td className="min-w-48 break-words">{message.failure ?? '–'}</td>
              <td className="whitespace-nowrap">{message.requestId ?? '–'}</td>
              <td>{message.state === 'waiting' ? null : <Retry messages={[message]}>Try again</Retry>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** `lot:…` and `account:…` by their last letters: enough to tell them apart. */
function aboutWords(key: string | null): string {
  if (key === null) return '–'
  const [kind = '', id = ''] = key.split(':')
  return `${kind} …${id.slice(-6)}`
}

function Retry({ messages, children }: { messages: readonly OutboxMessage[]; children: ReactNode }) {
  const client = useQueryClient()
  const retry = useCall(retryMessages)
  const { run, busy } = useSingleFlight(async () => {
    try {
      const { count } = await retry({ body: { messageIds: messages.map(({ id }) => id) } })
      toast({ title: count === 0 ? 'It is being worked on already' : 'Tried again' })
    } catch (failure) {
      toast({ title: 'Not tried again', description: wordsOfFailure(failure), variant: 'destructive' })
    }
    await client.invalidateQueries({ queryKey: [listMessages.path] })
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {children}
    </Button>
  )
}
