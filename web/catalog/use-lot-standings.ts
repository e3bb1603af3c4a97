import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readStandings } from '#contract/bidding/bidding.ts'
import { type Standings, withStanding } from '#web/bidding/use-standings.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call } from '#web/platform/request.ts'
import { followedOf, keyOf, NO_STANDINGS } from './known-standings.ts'

/** The standings of these lots, live; empty for viewers who may not see them. Of a long list the last ones are followed. */
export function useLotStandings(lotIds: readonly string[], allowed: boolean): Standings {
  const client = useQueryClient()
  const followed = followedOf(lotIds)
  const key = keyOf(followed)
  const { data } = useQuery<Standings>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { items } = await call(readStandings, { query: { lots: followed.join() } }, signal)
      return items.reduce(withStanding, client.getQueryData<Standings>(key) ?? NO_STANDINGS)
    },
    enabled: allowed && followed.length > 0,
    staleTime: 0,
    structuralSharing: false,
    placeholderData: (before) => before,
  })
  useFeed(allowed ? { lots: followed } : {}, (message) => {
    if (message.type === 'resync') void client.invalidateQueries({ queryKey: key })
    if (message.type !== 'lot') return
    client.setQueryData<Standings>(key, (held) => held && withStanding(held, message.standing))
  })
  return data ?? NO_STANDINGS
}
