import { useState } from 'react'
import { endAllSessions, endSession, type OpenSession } from '#contract/account-profile.ts'
import { useLogOut } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProfileSection } from '../profile-parts.tsx'
import { wordsOfFailure } from '../request-faults.ts'
import { useCall } from '../use-act.ts'
import { useProfileChanged, useSessions } from './use-profile.ts'
import { useSingleFlight } from '../use-single-flight.ts'

/** Where the person is logged in; one end, or all. */
export function SessionList() {
  const { data, error, refetch } = useSessions()
  const [fault, setFault] = useState<string | null>(null)
  const endAll = useCall(endAllSessions)
  const logOut = useLogOut()
  const { run, busy } = useSingleFlight(async () => {
    try {
      await endAll({})
      await logOut()
    } catch (failure) {
      setFault(wordsOfFailure(failure))
    }
  })
  return (
    <ProfileSection
      id="sessions"
      title="Where you are logged in"
      lead="End what you do not recognise, and change your password then."
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <Notice tone="bad" title="The sessions could not be loaded">
            <p>{wordsOfFailure(error)}</p>
            <Button variant="outline" size="sm" className="mt-2" onClick={() => void refetch()}>
              Load them again
            </Button>
          </Notice>
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
          <Notice tone="bad" title="You are still logged in">
            {fault}
          </Notice>
        </div>
      )}
      <Button variant="outline" className="mt-4" aria-disabled={busy} onClick={() => void run()}>
        Log out everywhere, here too
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
      toast({ title: 'The session has ended' })
    } catch (failure) {
      toast({ title: 'The session goes on', description: wordsOfFailure(failure), variant: 'destructive' })
    }
    await changed()
  })
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {session.device}
          {session.current ? <span className="font-normal text-leading"> · this session</span> : null}
        </p>
        <p className="tabular text-xs text-slate">
          {session.address === null ? '' : `${session.address} · `}seen {formatInstant(session.lastSeenAt)} · since{' '}
          {formatInstant(session.createdAt)}
        </p>
      </div>
      {session.current ? null : (
        <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
          End<span className="sr-only"> session of {session.device}</span>
        </Button>
      )}
    </li>
  )
}
