import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listTalks, readTalk, type Talk, type TalkRow } from '#contract/talks.ts'
import { call } from '#web/platform/request.ts'
import { useFeed } from '#web/platform/feed.ts'

export const talkKey = (lotId: string) => ['/api/admin/lots', lotId, 'talk'] as const

/** The negotiations of all lots. */
export function useTalks(state: 'running' | 'over'): { items: TalkRow[] | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: [listTalks.path, state],
    queryFn: ({ signal }) => call(listTalks, { query: { state } }, signal),
    staleTime: 0,
  })
  return { items: data?.items, error }
}

/** One talk of the house, live. */
export function useHouseTalk(lotId: string): { talk: Talk | undefined; error: Error | null } {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: talkKey(lotId),
    queryFn: ({ signal }) => call(readTalk, { params: { lotId } }, signal),
    staleTime: 0,
  })
  useFeed({ lots: [lotId] }, (message) => {
    if (message.type === 'lot' || message.type === 'resync') void client.invalidateQueries({ queryKey: talkKey(lotId) })
  })
  return { talk: data, error }
}
