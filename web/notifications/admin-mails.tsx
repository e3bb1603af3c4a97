import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { exportMails, listMails, type Mail } from '#contract/notifications.ts'
import { ExportButton } from '#web/accounts/lists/admin-list.tsx'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { AdminMail } from './admin-mail.tsx'

export const MAILS_KEY = listMails.path

/** The mails of the house and how they fare; one of them beside the list. */
export default function AdminMails() {
  const filter = useUrlFilter()
  const state = STATES.find(([one]) => one === filter.get('state'))?.[0]
  const [chosen, setChosen] = useState<string | null>(null)
  const search = useDeferredValue(filter.get('q').trim())
  const query = { ...(search === '' ? {} : { search }), ...(state === undefined ? {} : { state }) }
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [MAILS_KEY, search, state],
    queryFn: ({ pageParam, signal }) =>
      call(listMails, { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    placeholderData: (held) => held,
  })
  const mails = data?.pages.flatMap((page) => page.items)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Mails</h1>
        <ExportButton from={exportMails} query={query} name="mails.csv" />
      </div>
      {data?.pages[0]?.goesTo === 'folder' ? (
        <p className="mt-2 text-slate">
          No mail server is configured. Every email is saved as a file in the data folder, under <code>mail</code>;
          confirmation and password reset links are only there.
        </p>
      ) : null}
      <search className="mt-4 grid max-w-160 gap-4 sm:grid-cols-2">
        <SearchField filter={filter} label="Reader’s name or address" />
        <ChoiceField filter={filter} label="State" name="state" options={STATES} />
      </search>
      <ReadList data={mails} error={error}>
        {(found) => <MailTable mails={found} chosen={chosen} onChoose={setChosen} />}
      </ReadList>
      {hasNextPage ? (
        <Button variant="outline" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Show older ones'}
        </Button>
      ) : null}
      {chosen === null ? null : <AdminMail key={chosen} mailId={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const STATES = [
  ['queued', 'On their way'],
  ['sent', 'Sent'],
  ['failed', 'Given up'],
] as const

const STATE_WORDS = { queued: 'on its way', sent: 'sent', failed: 'given up' }

function MailTable({
  mails,
  chosen,
  onChoose,
}: {
  mails: readonly Mail[]
  chosen: string | null
  onChoose: (id: string) => void
}) {
  if (mails.length === 0) return <EmptyState title="No mails">Mails that the house writes are listed here.</EmptyState>
  return (
    <Table caption="Mails" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          {['Written', 'To', 'Subject', 'State', 'Tries'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Show</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id} aria-current={mail.id === chosen || undefined} className="aria-[current=true]:bg-fog">
            <td className="whitespace-nowrap">{formatInstant(mail.createdAt)}</td>
            <td>{mail.recipient}</td>
            <td>{mail.subject}</td>
            <td className={mail.state === 'failed' ? 'font-semibold text-outbid' : ''}>
              {STATE_WORDS[mail.state]}
              {mail.failure === null ? null : (
                <span className="block max-w-80 truncate text-xs font-normal text-slate" title={mail.failure}>
                  {mail.failure}
                </span>
              )}
            </td>
            <td>{mail.tries}</td>
            <td>
              <Button variant="outline" size="sm" onClick={() => onChoose(mail.id)}>
                Show<span className="sr-only"> {mail.subject}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
