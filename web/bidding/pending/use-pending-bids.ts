import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listPendingBids, type PendingBid, addPendingBid, takePendingBidBack } from '#contract/bidding/pending-bids.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call, RequestError } from '#web/platform/request.ts'

const KEY = [listPendingBids.path] as const
type Pending = { items: PendingBid[] }

/** The viewer's pending bids, reloaded after a notification: one of them may have been dropped. */
export function usePendingBids() {
  const client = useQueryClient()
  useFeed({}, ({ type }) => {
    if (type === 'notified' || type === 'account' || type === 'resync') void client.invalidateQueries({ queryKey: KEY })
  })
  return useQuery<Pending>({ queryKey: KEY, staleTime: 0 })
}

/** Sets a pending maximum on a lot, changes it (both are the same request) or withdraws it. */
export function usePendingBid(lotId: string) {
  const client = useQueryClient()
  const isThis = (bid: PendingBid) => bid.lotId === lotId
  const show = (change: (items: PendingBid[]) => PendingBid[]) => {
    client.setQueryData<Pending>(KEY, (held) => held && { items: change(held.items) })
    void client.invalidateQueries({ queryKey: KEY })
  }
  const addPending = useMutation({
    mutationFn: (maximum: number) => call(addPendingBid, { params: { lotId }, body: { maximum } }),
    retry: isWorthAnother,
    onSuccess: (pending) =>
      show((items) => (items.some(isThis) ? items.map((bid) => (isThis(bid) ? pending : bid)) : [...items, pending])),
  })
  const takeBack = useMutation({
    mutationFn: () => call(takePendingBidBack, { params: { lotId } }),
    retry: isWorthAnother,
    onSuccess: () => show((items) => items.filter((bid) => !isThis(bid))),
  })
  return { addPending, takeBack }
}

/** A refusal is final; a request without an answer is sent once more, which is harmless. */
function isWorthAnother(failures: number, failure: Error): boolean {
  return failures < 1 && !(failure instanceof RequestError && failure.status >= 400 && failure.status < 500)
}
