import { useQuery } from '@tanstack/react-query'
import type { Auction, readAuction } from '#contract/auctions.ts'
import { route, urlOf } from '#web/platform/request.ts'

const SALE = route<typeof readAuction>('GET', '/api/auctions/:auctionId')

/** One sale. */
export function useAuction(auctionId: string) {
  return useQuery<Auction>({ queryKey: [urlOf(SALE.path, { auctionId })] })
}
