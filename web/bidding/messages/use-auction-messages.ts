import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AuctionMessage, listAuctionMessages } from '#contract/bidding/auction-console.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { useFeed } from '#web/platform/feed.ts'
import { urlOf } from '#web/platform/request.ts'

/** What staff said to everyone in the auction, newest first, live. */
export function useAuctionMessages(auctionId: string): readonly AuctionMessage[] {
  const client = useQueryClient()
  const queryKey = [urlOf(listAuctionMessages.path, { auctionId })]
  const { data } = useQuery<ReplyOf<typeof listAuctionMessages>>({ queryKey })
  useFeed({ auctions: [auctionId] }, (message) => {
    if (message.type === 'resync' || (message.type === 'said' && message.auctionId === auctionId))
      void client.invalidateQueries({ queryKey })
  })
  return data?.items ?? []
}
