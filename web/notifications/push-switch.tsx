import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ownEndpoint, pushAbility, turnOff, turnOn } from './push.ts'
import { CHOICES_KEY, type Choices } from './use-choices.ts'
import { retryOnce } from '#web/platform/query.ts'
import { wordsOf, RequestError } from '#web/platform/request.ts'

const OWN_KEY = ['own-push-endpoint'] as const

const CANNOT = {
  unsupported: 'This browser cannot show push messages. Mail and the bell work all the same.',
  'install-first':
    'On an iPhone or iPad, add this site to the home screen first: share button, then “Add to Home Screen”. Open it from there and come back to this page.',
  denied:
    'Push messages are blocked for this site in your browser. Allow notifications in the site’s settings (the sign beside the address), then load this page again.',
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
    // The browser's own refusal, such as a permission that was denied, stays one.
    retry: (count, failure) => failure instanceof RequestError && retryOnce(count, failure),
    onSuccess: (pushEndpoints) => {
      client.setQueryData<Choices>(CHOICES_KEY, (held) => (held === undefined ? held : { ...held, pushEndpoints }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: OWN_KEY }),
  })
  return (
    <div className="mt-4 rounded-md border border-line p-4">
      <h3 className="text-base">Push messages on this device</h3>
      {ability === 'able' ? (
        <>
          <p className="mt-1 text-slate">
            {isOn
              ? 'On. Messages reach this device even while the site is closed, until you log out here.'
              : 'Off. A push message reaches this device even while the site is closed: when you are outbid, when a lot you watch ends, when you win. Your browser will ask you once. Logging out ends it.'}
          </p>
          <Button variant="outline" className="mt-3" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'One moment…' : isOn ? 'Turn off on this device' : 'Turn on on this device'}
          </Button>
          {error === null ? null : (
            <div className="mt-3">
              <Notice tone="bad" title="Push messages could not be changed">
                <p>{wordsOf(error)}</p>
              </Notice>
            </div>
          )}
        </>
      ) : (
        <p className="mt-1 text-slate">{CANNOT[ability]}</p>
      )}
    </div>
  )
}
