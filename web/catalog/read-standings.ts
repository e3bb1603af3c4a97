import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readStandings } from '#contract/bidding/bidding.ts'
import { type Standings, withStanding } from '#web/bidding/standings.ts'
import { call } from '#web/platform/request.ts'

/** The most standings the server sends per request. */
const LOTS_MAX = 100
const NONE: Standings = new Map()

export const followedOf = (lotIds: readonly string[]) => lotIds.slice(-LOTS_MAX)
export const keyOf = (followed: readonly string[]) => ['/api/standings', 'of', followed.join()] as const

/** The standings of these lots, which `useLotStandings` keeps live; empty for viewers who may not see them. */
export function useReadStandings(lotIds: readonly string[], allowed: boolean): Standings {
  const client = useQueryClient()
  const followed = followedOf(lotIds)
  const key = keyOf(followed)
  const { data } = useQuery<Standings>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { items } = await call(readStandings, { query: { lots: followed.join() } }, signal)
      return items.reduce(withStanding, client.getQueryData<Standings>(key) ?? NONE)
    },
    enabled: allowed && followed.length > 0,
    staleTime: 0,
    structuralSharing: false,
    placeholderData: (before) => before,
  })
  return data ?? NONE
}
