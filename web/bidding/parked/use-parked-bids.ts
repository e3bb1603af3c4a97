import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { listParkedBids, ParkedBid, parkBid, takeParkedBidBack } from '#contract/parked.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call, RequestError, route } from '#web/platform/request.ts'

const LIST = route<typeof listParkedBids>('GET', '/api/parked-bids')
const PARK = route<typeof parkBid>('PUT', '/api/lots/:lotId/parked-bid')
const TAKE_BACK = route<typeof takeParkedBidBack>('DELETE', '/api/lots/:lotId/parked-bid')

const KEY = [LIST.path] as const
type Parked = { items: ParkedBid[] }

/** The bids one has parked, read anew when the house has told something: one of them may have been dropped. */
export function useParkedBids() {
  const client = useQueryClient()
  useFeed({}, ({ type }) => {
    if (type === 'notified' || type === 'account' || type === 'resync') void client.invalidateQueries({ queryKey: KEY })
  })
  return useQuery<Parked>({ queryKey: KEY, staleTime: 0 })
}

/** Parks a maximum on a lot, changes it (both are the same request) or takes it back. */
export function useParking(lotId: string) {
  const client = useQueryClient()
  const isThis = (bid: ParkedBid) => bid.lotId === lotId
  const show = (change: (items: ParkedBid[]) => ParkedBid[]) => {
    client.setQueryData<Parked>(KEY, (held) => held && { items: change(held.items) })
    void client.invalidateQueries({ queryKey: KEY })
  }
  const park = useMutation({
    mutationFn: (maximum: number) => call(PARK, { params: { lotId }, body: { maximum } }),
    retry: isWorthAnother,
    onSuccess: (parked) =>
      show((items) => (items.some(isThis) ? items.map((bid) => (isThis(bid) ? parked : bid)) : [...items, parked])),
  })
  const takeBack = useMutation({
    mutationFn: () => call(TAKE_BACK, { params: { lotId } }),
    retry: isWorthAnother,
    onSuccess: () => show((items) => items.filter((bid) => !isThis(bid))),
  })
  return { park, takeBack }
}

/** A refusal stays one; what got no answer is sent once more, which does no harm. */
function isWorthAnother(failures: number, failure: Error): boolean {
  return failures < 1 && !(failure instanceof RequestError && failure.status >= 400 && failure.status < 500)
}
