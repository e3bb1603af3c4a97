import { useQuery } from '@tanstack/react-query'
import type { AuctionTerms, readAuctionTerms } from '#contract/auctions/auction-terms.ts'
import type { Auction, readAuction } from '#contract/auctions/auctions.ts'
import { route, urlOf } from '#web/platform/request.ts'

const AUCTION = route<typeof readAuction>('GET', '/api/auctions/:auctionId')
const TERMS = route<typeof readAuctionTerms>('GET', '/api/auctions/:auctionId/terms')

/** One auction. */
export function useAuction(auctionId: string) {
  return useQuery<Auction>({ queryKey: [urlOf(AUCTION.path, { auctionId })] })
}

/** The terms of all lots of an auction. */
export function useAuctionTerms(auctionId: string, enabled = true) {
  return useQuery<AuctionTerms>({ queryKey: [urlOf(TERMS.path, { auctionId })], enabled })
}
