import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BuyingPower, readBuyingPower } from '#contract/bidding/buying-power.ts'
import { useFeed } from '#web/platform/feed.ts'
import { readAgainSoon } from '../read-again-soon.ts'

const KEY = [readBuyingPower.path] as const

/** What the person has committed and what is free, live; undefined until the server has answered. For verified members. */
export function useBuyingPower(): BuyingPower | undefined {
  const client = useQueryClient()
  const { data } = useQuery<BuyingPower>({ queryKey: KEY, staleTime: 0 })
  useFeed({}, ({ type }) => {
    if (type === 'buying-power' || type === 'account' || type === 'resync') readAgainSoon(client, KEY)
  })
  return data
}
