import { t } from '#web/platform/language/text.ts'
import { unsubscribeNewsletter } from '#contract/marketing/newsletters.ts'
import { OnePress } from '#web/notifications/stop-emails.tsx'
import { call } from '#web/platform/request.ts'

/** `/?newsletter=TOKEN`: the target of the link at the end of newsletters. */
export default function StopNewsletter({ token }: { token: string }) {
  return (
    <OnePress
      title={t`Unsubscribe`}
      lead={t`We’ll stop sending you newsletters. Emails about your bids and purchases stay on.`}
      button={t`Unsubscribe`}
      press={async () => {
        await call(unsubscribeNewsletter, { body: { token } })
        return t`You’re unsubscribed`
      }}
    />
  )
}
