import { useQuery } from '@tanstack/react-query'
import { type Auction, readAuction } from '#contract/auctions.ts'
import { urlOf } from '#web/platform/request.ts'

/** One sale. */
export function useAuction(auctionId: string) {
  return useQuery<Auction>({ queryKey: [urlOf(readAuction.path, { auctionId })] })
}
