import { skipToken, useQuery } from '@tanstack/react-query'
import type { Standings } from '#web/bidding/use-standings.ts'

/** The most standings the server sends per request. */
const LOTS_MAX = 100
export const NO_STANDINGS: Standings = new Map()

export const followedOf = (lotIds: readonly string[]) => lotIds.slice(-LOTS_MAX)
export const keyOf = (followed: readonly string[]) => ['/api/standings', 'of', followed.join()] as const

/** The standings of these lots as far as `useLotStandings` has read them elsewhere on the page, which keeps them live. */
export function useKnownStandings(lotIds: readonly string[]): Standings {
  const { data } = useQuery<Standings>({
    queryKey: keyOf(followedOf(lotIds)),
    queryFn: skipToken,
    structuralSharing: false,
    placeholderData: (before) => before,
  })
  return data ?? NO_STANDINGS
}
