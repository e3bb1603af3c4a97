import { t } from '#web/platform/language/text.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { stopAlerts } from '#contract/catalog/catalog.ts'
import { unsubscribe } from '#contract/notifications/notifications.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { KIND_GROUPS } from './kind-words.ts'

/** `/?stop=TOKEN` and `/?unsubscribe=TOKEN`: targets of the links at the end of emails. */
export default function StopEmails({ params }: { params: URLSearchParams }) {
  const alerts = params.get('stop')
  return alerts === null ? <Unsubscribe token={params.get('unsubscribe') ?? ''} /> : <StopAlerts token={alerts} />
}

function StopAlerts({ token }: { token: string }) {
  return (
    <OnePress
      title={t`Stop alerts`}
      lead={t`We’ll stop notifying you about new matches. The saved search itself stays.`}
      button={t`Stop these alerts`}
      press={async () => t`Alerts for “${(await call(stopAlerts, { body: { token } })).name}” are off`}
    />
  )
}

function Unsubscribe({ token }: { token: string }) {
  return (
    <OnePress
      title={t`Unsubscribe`}
      lead={t`We’ll stop these emails. You’ll still see notifications on the site.`}
      button={t`Unsubscribe`}
      press={async () => {
        const { kind } = await call(unsubscribe, { body: { token } })
        const label = KIND_GROUPS.flatMap(({ kinds }) => kinds).find((one) => one.kind === kind)?.label ?? kind
        return t`Emails are off: ${label}`
      }}
    />
  )
}

/** Requires a press, so that programs that open links in emails stop nothing. `press` returns what was done. */
export function OnePress(props: { title: string; lead: string; button: string; press: () => Promise<string> }) {
  const { title, lead, button, press } = props
  const { mutate, data, error, isPending } = useMutation({ mutationFn: press, retry: false })
  return (
    <Page title={title} width="form" lead={lead}>
      {data !== undefined ? (
        <Notice tone="good" title={data}>
          <p>{t`You can turn them on again in your profile.`}</p>
        </Notice>
      ) : (
        <>
          {error === null ? null : (
            <div className="mb-4">
              <Notice tone="bad" title={t`That didn’t work`}>
                <p>{t`The link may be incomplete or old. Open it again from the email, or change this in your profile.`}</p>
              </Notice>
            </div>
          )}
          <Button size="lg" disabled={isPending} onClick={() => mutate()}>
            {button}
          </Button>
        </>
      )}
      <p className="mt-6">
        <Link href={paths.home} className="text-link">
          {t`Go to home page`}
        </Link>
      </p>
    </Page>
  )
}
