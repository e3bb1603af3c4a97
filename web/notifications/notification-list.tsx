import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { Notification } from '#contract/notifications/notifications.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMarkRead, useNotifications } from './use-notifications.ts'

/** The person's notifications with their actions; opening one marks it as read. */
export function NotificationList({ compact = false }: { compact?: boolean }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications()
  const { mutate: mark } = useMarkRead()
  const items = data?.pages.flatMap((page) => page.items)
  if (items === undefined) {
    if (error === null) return <Skeleton className="h-40" />
    return (
      <RequestFailed
        title={t`We couldn’t load your notifications`}
        also={t`They’re still saved.`}
        failure={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const [newest] = items
  if (newest === undefined) {
    return compact ? (
      <p className="py-4 text-slate">{t`No notifications yet. News about your lots appears here.`}</p>
    ) : (
      <EmptyState title={t`No notifications yet`}>{t`News about your lots and account appears here.`}</EmptyState>
    )
  }
  const unread = items.some((item) => item.readAt === null)
  return (
    <>
      {unread ? (
        <div className="px-2">
          <Button variant="link" size="sm" onClick={() => mark({ upTo: newest.id })}>
            {t`Mark all as read`}
          </Button>
        </div>
      ) : null}
      <ul className="divide-y divide-line">
        {groupsOf(items).map(({ key, lot, items: own }) => (
          <li key={key} className={lot === null ? '' : 'grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 py-2'}>
            {lot === null ? null : <AboutLot lot={lot} />}
            <div>
              {own.map((item) => (
                <Item key={item.id} item={item} onOpen={() => mark({ ids: [item.id] })} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3 w-full"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? t`Loading…` : t`Show older`}
        </Button>
      ) : null}
    </>
  )
}

type Group = { key: string; lot: Notification['lot']; items: Notification[] }

/** What is about one lot stands together, in the place of the newest. */
function groupsOf(items: readonly Notification[]): Group[] {
  const groups = new Map<string, Group>()
  for (const item of items) {
    const key = item.lot === null ? item.id : String(item.lot.lotNumber)
    const group = groups.get(key) ?? { key, lot: item.lot, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function AboutLot({ lot }: { lot: NonNullable<Notification['lot']> }) {
  return (
    <Link href={paths.lot(lot.lotNumber)} tabIndex={-1} aria-hidden="true" className="pt-3">
      <HeroPhoto lotSummary={lot} sizes="4.5rem" className="aspect-3/2 w-full rounded-sm" />
    </Link>
  )
}

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const isNew = item.readAt === null
  const words = (
    <>
      <span className="flex items-baseline gap-2">
        {isNew ? <span className="size-2 shrink-0 self-center rounded-full bg-notice" aria-hidden="true" /> : null}
        <span className={isNew ? 'font-semibold' : ''}>
          {isNew ? <span className="sr-only">{t`New:`} </span> : null}
          {item.title}
        </span>
      </span>
      <span className="block text-sm text-slate">{item.body}</span>
      <span className="tabular block text-xs text-slate">{formatInstant(item.createdAt)}</span>
    </>
  )
  const classes = 'block min-h-11 w-full rounded-md px-2 py-3 text-left hover:bg-fog'
  if (item.link !== null) {
    return (
      <Link href={item.link} className={classes} onClick={() => isNew && onOpen()}>
        {words}
      </Link>
    )
  }
  return isNew ? (
    <button type="button" className={classes} onClick={onOpen}>
      {words}
    </button>
  ) : (
    <div className={classes}>{words}</div>
  )
}
