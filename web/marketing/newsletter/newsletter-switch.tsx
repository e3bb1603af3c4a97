import { t } from '#web/platform/language/text.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeNewsletterChoice, readNewsletterChoice } from '#contract/marketing/newsletters.ts'
import { call } from '#web/platform/request.ts'
import { retryOnce } from '#web/platform/query.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'

const KEY = [readNewsletterChoice.path]

/** Whether the person gets newsletters: off until they turn it on. */
export function NewsletterSwitch() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(readNewsletterChoice, {}, signal),
  })
  const {
    mutate,
    isPending,
    error: refused,
  } = useMutation({
    mutationFn: (subscribed: boolean) => call(changeNewsletterChoice, { body: { subscribed } }),
    retry: retryOnce,
    onSuccess: (choice) => client.setQueryData(KEY, choice),
  })
  return (
    <section id="newsletter" aria-labelledby="newsletter-title" className="scroll-mt-6">
      <h2 id="newsletter-title" className="text-lg">
        {t`Newsletter`}
      </h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-11" />
        ) : (
          <RequestFailed title={t`We couldn’t load this setting`} failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Switch
            label={t`Email me about upcoming auctions and news`}
            checked={data.subscribed}
            disabled={isPending}
            onChange={({ target }) => mutate(target.checked)}
          />
          <p className="text-sm text-slate">{t`Every newsletter has a link to unsubscribe.`}</p>
          {data.subscribed && data.isUndeliverable ? (
            <p className="mt-2 text-sm font-semibold text-outbid">
              {t`Emails to your address came back, so we stopped sending newsletters. Change your email, or turn this off and on again to retry.`}
            </p>
          ) : null}
          {refused === null ? null : <RequestFailed title={t`We couldn’t save this change`} failure={refused} />}
        </>
      )}
    </section>
  )
}
