import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import {
  listNewsletters,
  type Newsletter,
  NEWSLETTER_STATUS_WORDS,
  readNewsletter,
  SEGMENT_WORDS,
} from '#contract/marketing/newsletters.ts'
import { countryName } from '#web/accounts/profile/countries.ts'
import { paths } from '#web/paths.ts'
import { call, failureMessage, nullWhereMissing } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NewsletterActions } from './newsletter-actions.tsx'
import { NewsletterForm } from './newsletter-form.tsx'
import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'

const RELOAD_MS = 2000

/** One newsletter: its form while it is a draft, then its progress. An id that isn't stored yet is a new one. */
export default function AdminNewsletter({ newsletterId: id }: { newsletterId: string }) {
  const client = useQueryClient()
  const [, go] = useLocation()
  const key = [readNewsletter.path, id]
  const { data, error } = useQuery<Newsletter | null>({
    queryKey: key,
    queryFn: ({ signal }) => call(readNewsletter, { params: { newsletterId: id } }, signal).catch(nullWhereMissing),
    staleTime: 0,
    refetchInterval: ({ state }) => (isMoving(state.data) ? RELOAD_MS : false),
  })
  const onChanged = (newsletter: Newsletter) => client.setQueryData(key, newsletter)
  const onDeleted = () => {
    void client.invalidateQueries({ queryKey: [listNewsletters.path] })
    go(paths.adminPage('newsletters'))
  }
  return (
    <>
      <BackLink href={paths.adminPage('newsletters')}>{t`Newsletters`}</BackLink>
      <h1 className="text-xl break-words">{data?.subject ?? t`New newsletter`}</h1>
      {error === null ? null : (
        <Notice tone="bad" title={t`This newsletter couldn’t be loaded`}>
          {failureMessage(error)}
        </Notice>
      )}
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-6 h-96" />
        ) : null
      ) : (
        <div className="mt-4 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,40rem)_minmax(18rem,1fr)]">
          {data === null || data.status === 'draft' ? (
            <NewsletterForm key={data?.version ?? 0} id={id} newsletter={data} onSaved={onChanged} />
          ) : (
            <Text newsletter={data} />
          )}
          {data === null ? null : (
            <div>
              <Progress newsletter={data} />
              <NewsletterActions key={data.version} newsletter={data} onChanged={onChanged} onDeleted={onDeleted} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function isMoving(newsletter: Newsletter | null | undefined): boolean {
  return newsletter?.status === 'sending' || newsletter?.status === 'scheduled'
}

function Text({ newsletter: { body, button, path } }: { newsletter: Newsletter }) {
  return (
    <div className="border-t border-line pt-4">
      <p className="break-words whitespace-pre-line">{body}</p>
      {button === '' ? null : <p className="mt-4 text-slate">{t`Button: ${button}, opens ${path}`}</p>}
    </div>
  )
}

/** How far it is, and to whom it goes. */
function Progress({ newsletter }: { newsletter: Newsletter }) {
  const { status, segment, make, country, audience, recipients, sent, waiting, skipped, undelivered } = newsletter
  const rows: [string, string | number][] = [
    [t`Status`, translated(NEWSLETTER_STATUS_WORDS[status])],
    [
      t`Audience`,
      [translated(SEGMENT_WORDS[segment]), make, country === null ? null : countryName(country)]
        .filter((part) => part !== null)
        .join(', '),
    ],
    ...(newsletter.startedAt === null
      ? ([[t`Recipients now`, audience]] as [string, number][])
      : ([
          [t`Recipients`, recipients],
          [t`Sent`, sent],
          [t`Waiting`, waiting],
          [t`Unsubscribed before sending`, skipped],
          [t`Undelivered`, undelivered],
        ] as [string, number][])),
    ...(newsletter.sendAt === null ? [] : ([[t`Send at`, formatInstant(newsletter.sendAt)]] as [string, string][])),
    ...(newsletter.finishedAt === null
      ? []
      : ([[t`Finished`, formatInstant(newsletter.finishedAt)]] as [string, string][])),
  ]
  return (
    <>
      <dl className="border-b border-line text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2">
            <dt className="text-slate">{name}</dt>
            <dd className="tabular text-right font-semibold">{value.toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
      {newsletter.startedAt === null || recipients === 0 ? null : (
        <progress
          aria-label={t`Sent so far`}
          className="mt-3 h-2 w-full"
          max={recipients}
          value={recipients - waiting}
        />
      )}
    </>
  )
}
