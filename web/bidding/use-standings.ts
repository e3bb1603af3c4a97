import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readStandings } from '#contract/bidding/bidding.ts'
import { type FeedState, useFeed } from '#web/platform/feed.ts'
import { call } from '#web/platform/request.ts'
import { type Standings, withStanding } from './standings.ts'

const standingsKey = (auctionId: string) => ['/api/standings', auctionId] as const

/** The standings of all lots of an auction, live; empty for viewers who may not see them. */
export function useStandings(
  auctionId: string,
  { allowed, isLive }: { allowed: boolean; isLive: boolean },
): { standings: Standings; feed: FeedState } {
  const client = useQueryClient()
  const { data } = useQuery<Standings>({
    queryKey: standingsKey(auctionId),
    queryFn: async ({ signal }) => {
      const { items } = await call(readStandings, { query: { auction: auctionId } }, signal)
      return items.reduce(withStanding, client.getQueryData<Standings>(standingsKey(auctionId)) ?? new Map())
    },
    staleTime: 0,
    structuralSharing: false,
    enabled: allowed,
  })
  const feed = useFeed(allowed ? { auctions: [auctionId], isLive } : {}, (message) => {
    if (message.type === 'resync') void client.invalidateQueries({ queryKey: standingsKey(auctionId) })
    if (message.type !== 'lot') return
    client.setQueryData<Standings>(standingsKey(auctionId), (held) =>
      held?.has(message.standing.lotId) ? withStanding(held, message.standing) : held,
    )
  })
  return { standings: data ?? EMPTY, feed }
}

const EMPTY: Standings = new Map()
