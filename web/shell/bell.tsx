import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense } from 'react'
import { Disclosure } from '../ui/disclosure.tsx'
import { Optional } from './optional.tsx'

const BellLabel = lazy(() => import('../notifications/bell-label.tsx'))
const NotificationPanel = lazy(() => import('../notifications/notification-panel.tsx'))

/** The person's notifications in the header; the panel's code is fetched when needed. */
export function Bell() {
  return (
    <Optional>
      <Disclosure label={<Label />} name={t`Notifications`} wide>
        {() => (
          <Suspense fallback={<p className="p-2 text-slate">{t`Loading…`}</p>}>
            <NotificationPanel />
          </Suspense>
        )}
      </Disclosure>
    </Optional>
  )
}

/** The button has its name before its icon and count load. */
function Pending() {
  return (
    <span className="relative size-5">
      <span className="sr-only">{t`Notifications`}</span>
    </span>
  )
}

function Label() {
  return (
    <Suspense fallback={<Pending />}>
      <BellLabel />
    </Suspense>
  )
}
