import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { stopAlerts } from '#contract/catalogue.ts'
import { paths } from '#web/paths.ts'
import { call, route } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

const STOP = route<typeof stopAlerts>('POST', '/api/saved-searches/stops')

/** Where the link of an alert's mail leads. One press, so that programs which open links in mails stop nothing. */
export default function StopAlerts({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(STOP, { body: { token } }),
    retry: false,
  })
  return (
    <Page
      title="Stop alerts"
      width="form"
      lead="You get no more notices of this saved search. The search itself stays."
    >
      {data !== undefined ? (
        <Notice tone="good" title={`The alerts of “${data.name}” are off`}>
          <p>You can switch them on again in your profile.</p>
        </Notice>
      ) : (
        <>
          {error === null ? null : (
            <div className="mb-4">
              <Notice tone="bad" title="This search is not there any more">
                <p>It was deleted, so nothing is sent for it, or the link is not whole.</p>
              </Notice>
            </div>
          )}
          <Button size="lg" disabled={isPending} onClick={() => mutate()}>
            Stop these alerts
          </Button>
        </>
      )}
      <p className="mt-6">
        <Link href={paths.home} className="text-notice underline underline-offset-4">
          To the start page
        </Link>
      </p>
    </Page>
  )
}
