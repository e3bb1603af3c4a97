import { useQuery } from '@tanstack/react-query'
import { type AuctionTerms, readAuctionTerms } from '#contract/auctions/auction-terms.ts'
import { type Auction, readAuction } from '#contract/auctions/auctions.ts'
import { urlOf } from '#web/platform/request.ts'

/** One auction. */
export function useAuction(auctionId: string) {
  return useQuery<Auction>({ queryKey: [urlOf(readAuction.path, { auctionId })] })
}

/** The terms of all lots of an auction. */
export function useAuctionTerms(auctionId: string, enabled = true) {
  return useQuery<AuctionTerms>({ queryKey: [urlOf(readAuctionTerms.path, { auctionId })], enabled })
}
