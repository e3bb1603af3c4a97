import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readNegotiation, type StaffNegotiation } from '#contract/bidding/negotiations.ts'
import { call } from '#web/platform/request.ts'
import { useFeed } from '#web/platform/feed.ts'

export const negotiationKey = (lotId: string) => ['/api/admin/lots', lotId, 'negotiation'] as const

/** One negotiation as staff see it, live. */
export function useStaffNegotiation(lotId: string): {
  negotiation: StaffNegotiation | undefined
  error: Error | null
} {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: negotiationKey(lotId),
    queryFn: ({ signal }) => call(readNegotiation, { params: { lotId } }, signal),
    staleTime: 0,
  })
  useFeed({ lots: [lotId] }, (message) => {
    if (message.type === 'lot' || message.type === 'resync')
      void client.invalidateQueries({ queryKey: negotiationKey(lotId) })
  })
  return { negotiation: data, error }
}
