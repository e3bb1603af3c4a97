import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatAge } from '#web/platform/time.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWork, WORK_PLACES } from '../use-work.ts'
import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'

/** What waits for the person's roles: how much, since when, and where it is done. */
export function WaitingWork() {
  const { data, error } = useWork()
  const now = useServerNow(null)
  return (
    <section aria-labelledby="work-title" className="mt-6">
      <h2 id="work-title" className="text-lg">{t`Waiting work`}</h2>
      {data !== undefined ? (
        <ul className="mt-3 grid grid-cols-2 gap-x-8 border-b border-line sm:grid-cols-3 xl:grid-cols-5">
          {data.items.map(({ kind, count, since }) => (
            <li key={kind} className="border-t border-line">
              <Link
                href={`${paths.adminPage(WORK_PLACES[kind].page)}${WORK_PLACES[kind].query}`}
                className="block py-3 hover:bg-fog"
              >
                <span className="block text-xs text-slate">{WORK_PLACES[kind].label}</span>{' '}
                <span className={`tabular block text-lg font-bold ${count === 0 ? 'text-slate' : ''}`}>
                  {count.toLocaleString(locale)}
                </span>{' '}
                <span className="block min-h-5 text-xs text-slate">
                  {since === null ? '' : oldestWords(formatAge(now - since))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : error === null ? (
        <Skeleton className="mt-3 h-24" />
      ) : (
        <RequestFailed title={t`Couldn’t load waiting work`} failure={error} />
      )}
    </section>
  )
}

function oldestWords(age: string): string {
  return t`oldest ${age}`
}
