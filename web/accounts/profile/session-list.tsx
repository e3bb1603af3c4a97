import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { endAllSessions, endSession, type OpenSession } from '#contract/accounts/account-profile.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useLogOut } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { deviceText } from '../device-text.ts'
import { ProfileSection } from '../profile-parts.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useProfileChanged, useSessions } from './use-profile.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'

/** Where the person is signed in; ends one session, or all. */
export function SessionList() {
  const { data, error, refetch } = useSessions()
  const endAll = useCall(endAllSessions)
  const logOut = useLogOut()
  const { run, busy, fault } = useAttempt(async () => {
    await endAll({})
    await logOut()
  })
  return (
    <ProfileSection
      id="sessions"
      title={t`Where you’re signed in`}
      lead={t`Sign out devices you don’t recognize, then change your password.`}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <RequestFailed title={t`We couldn’t load your sessions`} failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className="border-b border-line">
          {data.items.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      )}
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`We couldn’t sign you out`}>
            {fault}
          </Notice>
        </div>
      )}
      <Button variant="outline" className="mt-4" aria-disabled={busy} onClick={() => void run()}>
        {t`Sign out everywhere`}
      </Button>
    </ProfileSection>
  )
}

function SessionLine({ session }: { session: OpenSession }) {
  const end = useCall(endSession)
  const changed = useProfileChanged()
  const { run, busy } = useSingleFlight(async () => {
    try {
      await end({ params: { sessionId: session.id } })
      toast({ title: t`Device signed out` })
    } catch (failure) {
      toast({ title: t`We couldn’t sign out the device`, description: failureMessage(failure), variant: 'destructive' })
    }
    await changed()
  })
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {deviceText(session.device)}
          {session.current ? <span className="font-normal text-leading"> {t`· this device`}</span> : null}
        </p>
        <p className="tabular text-xs text-slate">
          {t`${session.address === null ? '' : `${session.address} · `}last seen ${formatInstant(session.lastSeenAt)} · since ${formatInstant(session.createdAt)}`}
        </p>
      </div>
      {session.current ? null : (
        <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
          <Trans>
            Sign out<span className="sr-only"> {deviceText(session.device)}</span>
          </Trans>
        </Button>
      )}
    </li>
  )
}
