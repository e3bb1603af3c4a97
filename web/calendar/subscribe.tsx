import { t } from '#web/platform/language/text.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { closeSubscription, openSubscription, readSubscription } from '#contract/calendar/calendar.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

type State = ReplyOf<typeof readSubscription>
type Address = ReplyOf<typeof openSubscription>

/** The private calendar feed: create, renew, revoke. Its URL is shown once. */
export default function Subscribe({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data, error } = useQuery<State>({ queryKey: [readSubscription.path], staleTime: 0 })
  const again = () => void client.invalidateQueries({ queryKey: [readSubscription.path] })
  const making = useMutation({ mutationFn: () => call(openSubscription, {}), onSuccess: again })
  const revoking = useMutation({
    mutationFn: () => call(closeSubscription, {}),
    onSuccess() {
      making.reset()
      again()
    },
  })
  const failure = making.error ?? revoking.error ?? error
  const feed = data?.feed ?? null
  return (
    <Dialog
      onClose={onClose}
      title={t`Subscribe to calendar`}
      description={t`All auctions, and the likely close of every lot you bid on or watch. It updates itself and contains no prices.`}
    >
      <div className="flex flex-col gap-4">
        {failure === null ? null : <RequestFailed title={t`That didn’t work`} failure={failure} />}
        {data === undefined && error === null ? <Skeleton className="h-16" /> : null}
        {making.data === undefined ? null : <NewAddress address={making.data} />}
        {making.data !== undefined || typeof feed?.endedAt !== 'number' ? null : (
          <Notice tone="info" title={t`Your link no longer works`}>
            {t`It ended ${formatInstant(feed.endedAt)}, when your password or two-factor authentication changed or you were signed out everywhere. Create a new link and add it to your calendar.`}
          </Notice>
        )}
        {making.data !== undefined || feed?.endedAt !== null ? null : (
          <p className="text-sm text-slate">
            {t`You created a private link ${formatInstant(feed.createdAt)}; ${feed.readAt === null ? t`no calendar has used it yet` : t`last used ${formatInstant(feed.readAt)}`}. We can’t show it again. A new link replaces it.`}
          </p>
        )}
        {data === undefined ? null : (
          <div className="flex flex-wrap gap-3">
            <Button
              variant={making.data === undefined ? 'default' : 'outline'}
              disabled={making.isPending}
              onClick={() => making.mutate()}
            >
              {feed?.endedAt !== null ? t`Create private link` : t`Replace private link`}
            </Button>
            {feed?.endedAt !== null ? null : (
              <Button variant="outline" disabled={revoking.isPending} onClick={() => revoking.mutate()}>
                {t`Revoke link`}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

function NewAddress({ address }: { address: Address }) {
  async function copy() {
    await navigator.clipboard.writeText(address.url)
    toast({ title: t`Link copied` })
  }
  return (
    <Notice tone="good" title={t`Your private link`}>
      <p className="text-sm">
        {t`We show it only once. Anyone who has it can see which lots you follow, so use it only in your calendar.`}
      </p>
      <div className="mt-3">
        <Field label={t`Calendar link`}>
          <Input readOnly value={address.url} onFocus={(event) => event.target.select()} />
        </Field>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button asChild>
          <a href={address.webcal}>{t`Open in calendar`}</a>
        </Button>
        <Button variant="outline" onClick={() => void copy()}>
          {t`Copy link`}{' '}
        </Button>
      </div>
    </Notice>
  )
}
