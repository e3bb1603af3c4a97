import { useQueryClient } from '@tanstack/react-query'
import { type Standings, withStanding } from '#web/bidding/standings.ts'
import { useFeed } from '#web/platform/feed.ts'
import { followedOf, keyOf, useReadStandings } from './read-standings.ts'

/** The standings of these lots, live; empty for viewers who may not see them. Of a long list the last ones are followed. */
export function useLotStandings(lotIds: readonly string[], allowed: boolean): Standings {
  const client = useQueryClient()
  const followed = followedOf(lotIds)
  const key = keyOf(followed)
  useFeed(allowed ? { lots: followed } : {}, (message) => {
    if (message.type === 'resync') void client.invalidateQueries({ queryKey: key })
    if (message.type !== 'lot') return
    client.setQueryData<Standings>(key, (held) => held && withStanding(held, message.standing))
  })
  return useReadStandings(lotIds, allowed)
}
