import { useQuery } from '@tanstack/react-query'
import { type Auction, listAuctions, readAuction } from '#contract/auctions.ts'
import { call, urlOf } from '#web/platform/request.ts'

/** One sale. */
export function useAuction(auctionId: string) {
  return useQuery<Auction>({ queryKey: [urlOf(readAuction.path, { auctionId })] })
}

/** Sales between two instants (ms). */
export function useAuctions(from: number, to: number) {
  return useQuery<{ items: Auction[] }>({
    queryKey: [urlOf(listAuctions.path, {}, { from, to })],
    queryFn: ({ signal }) => call(listAuctions, { query: { from, to } }, signal),
  })
}
