import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelAuction, type Cancellation, readCancellation } from '#contract/bidding/cancel-auction.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** Cancels a whole auction; the dialog says first what happens to its lots and to the bids on them. */
export function CancelAuction({ auctionId }: { auctionId: string }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const params = { auctionId }
  const key = [readCancellation.path, auctionId]
  const { data } = useQuery<Cancellation>({
    queryKey: key,
    queryFn: ({ signal }) => call(readCancellation, { params }, signal),
    staleTime: 0,
  })
  const { mutateAsync } = useMutation({ mutationFn: useCall(cancelAuction) })
  if (data === undefined) return null
  if (data.canceled !== null) return <Canceled state={data} canceled={data.canceled} />
  if (data.stop !== null) return null
  return (
    <>
      <Danger>
        <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>{t`Cancel auction`}</Button>
      </Danger>
      {isAsking ? (
        <ReasonDialog
          title={t`Cancel auction`}
          words={wordsOf(data)}
          action={t`Cancel auction now`}
          cancel={t`Keep auction`}
          hint={t`Bidders and watchers receive it, and it is on the record of every lot.`}
          failed={t`Nothing was canceled`}
          onClose={() => setIsAsking(false)}
          onAction={async (reason) => {
            client.setQueryData(key, await mutateAsync({ params, body: { reason } }))
            setIsAsking(false)
            toast({ title: t`Auction canceled` })
          }}
        />
      ) : null}
    </>
  )
}

function Canceled({ state, canceled }: { state: Cancellation; canceled: NonNullable<Cancellation['canceled']> }) {
  return (
    <div className="mt-1 max-w-[44rem] basis-full">
      <Notice tone="info" title={t`Canceled on ${formatInstant(canceled.at)}`}>
        {canceled.reason}
        {state.openLots === 0
          ? ''
          : ` ${plural(state.openLots, {
              one: '# lot left to withdraw; this takes a moment.',
              other: '# lots left to withdraw; this takes a moment.',
            })}`}
      </Notice>
    </div>
  )
}

function wordsOf({ openLots, lotsWithBids, draftLots, keptLots, followers }: Cancellation): string {
  return [
    plural(openLots, { one: '# lot will be withdrawn.', other: '# lots will be withdrawn.' }),
    lotsWithBids === 0
      ? null
      : plural(lotsWithBids, {
          one: 'Bids on # lot no longer count, and bidders’ money is free again.',
          other: 'Bids on # lots no longer count, and bidders’ money is free again.',
        }),
    followers === 0
      ? t`Nobody bid or watches.`
      : plural(followers, { one: '# person will be notified.', other: '# people will be notified.' }),
    keptLots === 0
      ? null
      : plural(keptLots, {
          one: '# lot sold or in negotiation won’t change.',
          other: '# lots sold or in negotiation won’t change.',
        }),
    draftLots === 0
      ? null
      : plural(draftLots, {
          one: '# draft lot will leave the run list.',
          other: '# draft lots will leave the run list.',
        }),
    t`You can’t undo this.`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
