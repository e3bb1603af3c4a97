import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { closeSubscription, openSubscription, readSubscription } from '#contract/calendar.ts'
import { call, route, wordsOf } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

const READ = route<typeof readSubscription>('GET', '/api/calendar/subscription')
const OPEN = route<typeof openSubscription>('POST', '/api/calendar/subscription')
const CLOSE = route<typeof closeSubscription>('DELETE', '/api/calendar/subscription')

type State = ReplyOf<typeof readSubscription>
type Address = ReplyOf<typeof openSubscription>

/** The private calendar feed: made, made anew, revoked. Its address is shown once. */
export default function Subscribe({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data, error } = useQuery<State>({ queryKey: [READ.path], staleTime: 0 })
  const again = () => void client.invalidateQueries({ queryKey: [READ.path] })
  const making = useMutation({ mutationFn: () => call(OPEN, {}), onSuccess: again })
  const revoking = useMutation({
    mutationFn: () => call(CLOSE, {}),
    onSuccess() {
      making.reset()
      again()
    },
  })
  const failure = making.error ?? revoking.error ?? error
  const feed = data?.feed ?? null
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="In your own calendar"
        description="All sales, and the likely end of every lot you bid on or watch. It keeps itself up to date and holds no prices."
      >
        <div className="flex flex-col gap-4">
          {failure === null ? null : (
            <Notice tone="bad" title="That did not work">
              {wordsOf(failure)}
            </Notice>
          )}
          {data === undefined && error === null ? <Skeleton className="h-16" /> : null}
          {making.data === undefined ? null : <NewAddress address={making.data} />}
          {feed === null || making.data !== undefined ? null : (
            <p className="text-sm text-slate">
              You have a private address since {formatInstant(feed.createdAt)};{' '}
              {feed.readAt === null ? 'no calendar has read it yet' : `last read ${formatInstant(feed.readAt)}`}. We
              cannot show it again, since only its fingerprint is kept. A new one replaces it.
            </p>
          )}
          {data === undefined ? null : (
            <div className="flex flex-wrap gap-3">
              <Button
                variant={making.data === undefined ? 'default' : 'outline'}
                disabled={making.isPending}
                onClick={() => making.mutate()}
              >
                {feed === null ? 'Make my private address' : 'Make a new address'}
              </Button>
              {feed === null ? null : (
                <Button variant="outline" disabled={revoking.isPending} onClick={() => revoking.mutate()}>
                  Revoke it
                </Button>
              )}
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

function NewAddress({ address }: { address: Address }) {
  async function copy() {
    await navigator.clipboard.writeText(address.url)
    toast({ title: 'Address copied' })
  }
  return (
    <Notice tone="good" title="This is your private address">
      <p className="text-sm">
        It is shown this once. Whoever has it sees which lots you follow, so give it to your calendar only.
      </p>
      <div className="mt-3">
        <Field label="Address of the calendar">
          <Input readOnly value={address.url} onFocus={(event) => event.target.select()} />
        </Field>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button asChild>
          <a href={address.webcal}>Open in my calendar</a>
        </Button>
        <Button variant="outline" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </Notice>
  )
}
