import { useQuery } from '@tanstack/react-query'
import type { Auction, readAuction } from '#contract/auctions/auctions.ts'
import { route, urlOf } from '#web/platform/request.ts'

const AUCTION = route<typeof readAuction>('GET', '/api/auctions/:auctionId')

/** One auction. */
export function useAuction(auctionId: string) {
  return useQuery<Auction>({ queryKey: [urlOf(AUCTION.path, { auctionId })] })
}
