import { useQueryClient } from '@tanstack/react-query'
import { type AccountDetail, endSessionOf } from '#contract/accounts/account-staff.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { failureMessage } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { deviceText } from '../device-text.ts'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { t } from '#web/platform/language/text.ts'

/** Where a person is signed in. `mayEnd`: each session can be ended. */
export function PersonSessions({ one, mayEnd }: { one: AccountDetail; mayEnd: boolean }) {
  const client = useQueryClient()
  const end = useCall(endSessionOf, 'once')
  const { run, busy } = useSingleFlight(async (sessionId: string) => {
    try {
      await end({ params: { accountId: one.id, sessionId } })
      toast({ title: t`Session ended` })
    } catch (failure) {
      toast({ title: t`Nothing was changed`, description: failureMessage(failure), variant: 'destructive' })
    }
    await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
  })
  return (
    <section>
      <h2 className="text-lg">{t`Sessions`}</h2>
      {one.sessions.length === 0 ? (
        <p className="mt-3 text-slate">{t`Not signed in anywhere.`}</p>
      ) : (
        <ul className="mt-3 border-b border-line">
          {one.sessions.map((session) => (
            <li key={session.id} className="flex items-center justify-between gap-3 border-t border-line py-2">
              <span className="min-w-0">
                {deviceText(session.device)}
                <span className="tabular block text-xs text-slate">{t`${session.address ?? t`address unknown`} · last seen ${formatInstant(session.lastSeenAt)}`}</span>
              </span>
              {mayEnd ? (
                <Button
                  variant="outline"
                  size="sm"
                  aria-disabled={busy}
                  onClick={() => void run(session.id)}
                >{t`End session`}</Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
