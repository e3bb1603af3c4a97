import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Eligibility, readEligibility } from '#contract/bidding/eligibility.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call } from '#web/platform/request.ts'
import { readAgainSoon } from './read-again-soon.ts'

const LOTS_AT_ONCE = 100

export type Eligibilities = ReadonlyMap<string, Eligibility>

/** Whether the person can bid on each of these lots; reloaded when their commitments or the lots change. Empty until loaded. */
export function useEligibility(lotIds: readonly string[]): Eligibilities {
  const client = useQueryClient()
  const { data } = useQuery<Eligibilities>({
    queryKey: [readEligibility.path, lotIds.join()],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Eligibility>()
      for (let first = 0; first < lotIds.length; first += LOTS_AT_ONCE) {
        const lots = lotIds.slice(first, first + LOTS_AT_ONCE).join()
        const { items } = await call(readEligibility, { query: { lots } }, signal)
        for (const each of items) found.set(each.lotId, each)
      }
      return found
    },
    staleTime: 0,
    structuralSharing: false,
    enabled: lotIds.length > 0,
  })
  useFeed({}, ({ type }) => {
    if (type === 'buying-power' || type === 'account' || type === 'resync')
      readAgainSoon(client, [readEligibility.path])
  })
  return data ?? NONE
}

const NONE: Eligibilities = new Map()
