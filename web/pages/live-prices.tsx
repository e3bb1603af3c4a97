import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readStandings, type Standing } from '#contract/bidding/bidding.ts'
import { useFeed } from '../platform/feed.ts'
import { call } from '../platform/request.ts'

export type Prices = ReadonlyMap<string, Standing>

/** Loads the standings of these lots, follows them and passes them up. For verified members only; renders nothing. */
export default function LivePrices({ lotIds, onPrices }: { lotIds: string[]; onPrices(prices: Prices): void }) {
  const client = useQueryClient()
  const lots = lotIds.join()
  const key = ['/api/standings', 'of', lots]
  const { data } = useQuery<Prices>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { items } = await call(readStandings, { query: { lots } }, signal)
      return items.reduce(withNewer, client.getQueryData<Prices>(key) ?? new Map())
    },
    staleTime: 0,
    structuralSharing: false,
  })
  useFeed({ lots: lotIds }, (message) => {
    if (message.type === 'resync') void client.invalidateQueries({ queryKey: key })
    if (message.type === 'lot') client.setQueryData<Prices>(key, (held) => held && withNewer(held, message.standing))
  })
  useEffect(() => {
    if (data !== undefined) onPrices(data)
  }, [data, onPrices])
  return null
}

/** A price never goes back: the standing with the higher sequence wins. */
function withNewer(held: Prices, standing: Standing): Prices {
  const before = held.get(standing.lotId)
  return before !== undefined && before.sequence > standing.sequence
    ? held
    : new Map(held).set(standing.lotId, standing)
}
