import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readTimeline, type TimelineEntry } from '#contract/accounts/timeline.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AuditSentence } from '../oversight/sentence-with-links.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** Everything that happened with a person, newest first. */
export function PersonTimeline({ accountId }: { accountId: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [readTimeline.path, accountId],
    queryFn: ({ pageParam, signal }) =>
      call(readTimeline, { params: { accountId }, query: pageParam === null ? {} : { cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby="person-timeline" className="mt-10">
      <h2 id="person-timeline" className="text-lg">{t`Timeline`}</h2>
      {error === null ? null : <RequestFailed title={t`We couldn’t load the timeline`} failure={error} />}
      {data === undefined && error === null ? <Skeleton className="mt-3 h-60" /> : null}
      <ol className="mt-3 border-b border-line">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-4 border-t border-line py-2 text-sm sm:grid-cols-[max-content_5rem_minmax(0,1fr)] xl:grid-cols-[15rem_5rem_minmax(0,1fr)]"
          >
            <time dateTime={new Date(entry.at).toISOString()} className="tabular whitespace-nowrap text-slate">
              {formatInstant(entry.at)}
            </time>
            <span className="text-slate">{KIND_WORDS[entry.kind]}</span>
            <Text entry={entry} />
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          aria-disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >{t`Show earlier`}</Button>
      ) : null}
    </section>
  )
}

function Text({ entry: { text, line, page } }: { entry: TimelineEntry }) {
  const words = line === undefined ? translated(text) : <AuditSentence line={line} timeZone="UTC" to={null} />
  if (page === null) return <span className="min-w-0 break-words">{words}</span>
  return (
    <Link href={paths.adminPage(page)} className="min-w-0 break-words underline decoration-line underline-offset-4">
      {words}
    </Link>
  )
}

const KIND_WORDS: Record<TimelineEntry['kind'], string> = {
  account: t`Account`,
  document: t`Identity`,
  bid: t`Bidding`,
  win: t`Win`,
  invoice: t`Invoice`,
  payment: t`Payment`,
  email: t`Email`,
  ticket: t`Ticket`,
  staff: t`Staff`,
  strike: t`Strike`,
}
