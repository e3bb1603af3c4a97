import { t } from '#web/platform/language/text.ts'
import { useUnread } from './use-notifications.ts'

/** The content of the header button: a bell and the number of unread notifications; read out as a sentence. */
export default function BellLabel() {
  const unread = useUnread()
  return (
    <span className="relative">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M4.5 14.5h11l-1.5-2.5V8.5a4 4 0 0 0-8 0V12zM8.5 17.5h3M10 4.5v-2" />
      </svg>
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="tabular absolute -top-2.5 left-2.5 min-w-5 rounded-full bg-outbid px-1 text-center text-xs leading-5 text-on-strong"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
      <span className="sr-only" aria-live="polite">
        {unread === 0 ? t`Notifications` : t`Notifications, ${unread} unread`}
      </span>
    </span>
  )
}
