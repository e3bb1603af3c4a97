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
        <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
          Cancel auction
        </Button>
      </Danger>
      {isAsking ? (
        <ReasonDialog
          title="Cancel auction"
          words={wordsOf(data)}
          action="Cancel auction now"
          cancel="Keep auction"
          hint="Bidders and watchers receive it, and it is on the record of every lot."
          failed="Nothing was canceled"
          onClose={() => setIsAsking(false)}
          onAction={async (reason) => {
            client.setQueryData(key, await mutateAsync({ params, body: { reason } }))
            setIsAsking(false)
            toast({ title: 'Auction canceled' })
          }}
        />
      ) : null}
    </>
  )
}

function Canceled({ state, canceled }: { state: Cancellation; canceled: NonNullable<Cancellation['canceled']> }) {
  return (
    <div className="mt-1 max-w-[44rem] basis-full">
      <Notice tone="info" title={`Canceled on ${formatInstant(canceled.at)}`}>
        {canceled.reason}
        {state.openLots === 0 ? '' : ` ${countOf(state.openLots, 'lot')} left to withdraw; this takes a moment.`}
      </Notice>
    </div>
  )
}

function wordsOf({ openLots, lotsWithBids, draftLots, keptLots, followers }: Cancellation): string {
  return [
    `${countOf(openLots, 'lot')} will be withdrawn.`,
    lotsWithBids === 0
      ? null
      : `Bids on ${countOf(lotsWithBids, 'lot')} no longer count, and bidders’ money is free again.`,
    followers === 0 ? 'Nobody bid or watches.' : `${countOf(followers, 'person', 'people')} will be notified.`,
    keptLots === 0 ? null : `${countOf(keptLots, 'lot')} sold or in negotiation won’t change.`,
    draftLots === 0 ? null : `${countOf(draftLots, 'draft lot')} will leave the run list.`,
    'You can’t undo this.',
  ]
    .filter((part) => part !== null)
    .join(' ')
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
