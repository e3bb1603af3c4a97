import { t } from '#web/platform/language/text.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { ownEndpoint, pushAbility, turnOff, turnOn } from './push.ts'
import { CHOICES_KEY, type Choices } from './use-choices.ts'
import { retryOnce } from '#web/platform/query.ts'
import { RequestError } from '#web/platform/request.ts'

const OWN_KEY = ['own-push-endpoint'] as const

const CANNOT = {
  unsupported: t`This browser doesn’t support push notifications. You still get emails and notifications on the site.`,
  'install-first': t`On iPhone or iPad, tap Share, then “Add to Home Screen”. Open the site from there and come back to this page.`,
  denied: t`Your browser blocks notifications from this site. Allow them in the site settings next to the address, then reload this page.`,
}

/** Push messages on this device: what they are, on and off. */
export function PushSwitch({ choices }: { choices: Choices }) {
  const client = useQueryClient()
  const ability = pushAbility()
  const own = useQuery({ queryKey: OWN_KEY, queryFn: ownEndpoint, staleTime: 0, retry: false })
  const endpoint = own.data ?? null
  const isOn = endpoint !== null && choices.pushEndpoints.includes(endpoint)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (isOn ? turnOff(endpoint) : turnOn(choices.pushKey)),
    // The browser's own refusal, such as a denied permission, is final.
    retry: (count, failure) => failure instanceof RequestError && retryOnce(count, failure),
    onSuccess: (pushEndpoints) => {
      client.setQueryData<Choices>(CHOICES_KEY, (held) => (held === undefined ? held : { ...held, pushEndpoints }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: OWN_KEY }),
  })
  return (
    <div className="mt-4 rounded-md border border-line p-4">
      <h3 className="text-base">{t`Push notifications`}</h3>
      {ability === 'able' ? (
        <>
          <p className="mt-1 text-slate">
            {isOn
              ? t`On for this device until you sign out.`
              : t`Get notified on this device when you’re outbid, a lot you’re watching ends or you win, even when the site is closed. Signing out turns them off.`}
          </p>
          <Button variant="outline" className="mt-3" disabled={isPending} onClick={() => mutate()}>
            {isPending ? t`One moment…` : isOn ? t`Turn off push` : t`Turn on push`}
          </Button>
          {error === null ? null : (
            <div className="mt-3">
              <RequestFailed title={t`We couldn’t change push notifications`} failure={error} />
            </div>
          )}
        </>
      ) : (
        <p className="mt-1 text-slate">{CANNOT[ability]}</p>
      )}
    </div>
  )
}
