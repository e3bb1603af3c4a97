import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listOwnTickets } from '#contract/support/support.ts'
import { ProfileSection } from '../accounts/profile-parts.tsx'
import { paths } from '../paths.ts'
import { call } from '../platform/request.ts'
import { formatInstant } from '../platform/time.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { STATUS_WORDS } from './ticket-words.ts'

/** A member's messages to our team. For the profile. */
export function OwnTickets() {
  const { data, error, refetch } = useQuery({
    queryKey: [listOwnTickets.path],
    queryFn: ({ signal }) => call(listOwnTickets, {}, signal),
    staleTime: 0,
  })
  return (
    <ProfileSection id="messages" title={t`Messages`}>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <Notice tone="bad" title={t`Your messages couldn’t be loaded`}>
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          </Notice>
        )
      ) : data.items.length === 0 ? (
        <p className="text-slate">
          {t`You haven’t written to us yet.`}{' '}
          <Link href={paths.contact} className="text-link">
            {t`Contact us`}
          </Link>
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {data.items.map(({ reference, subject, status, movedAt, token }) => (
            <li key={reference} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
              <Link href={paths.ticket(token)} className="min-w-0 flex-1 basis-56 py-2.5 font-semibold text-link">
                {subject}
              </Link>
              <span className="tabular text-sm text-slate">
                {STATUS_WORDS[status]} · {formatInstant(movedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ProfileSection>
  )
}
