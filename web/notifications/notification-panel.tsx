import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { NotificationList } from './notification-list.tsx'

/** The list under the bell. */
export default function NotificationPanel() {
  return (
    <div className="max-h-[min(32rem,70dvh)] overflow-y-auto">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-2">
        <h2 className="text-base">{t`Notifications`}</h2>
        <Link href={`${paths.profile}#notifications`} className="inline-flex min-h-11 items-center text-sm text-link">
          {t`Notification settings`}
        </Link>
      </div>
      <NotificationList compact />
    </div>
  )
}
