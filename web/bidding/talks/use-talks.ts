import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listTalks, readTalk, type Talk, type TalkRow } from '#contract/talks.ts'
import { call } from '#web/platform/request.ts'
import { useFeed } from '#web/platform/feed.ts'

/** The feed takes this many lots by name. */
const LOTS_FOLLOWED_MAX = 200
/** Lots that have closed since are found by asking. */
const EVERY_MS = 30_000

const listKey = (state: 'running' | 'over') => [listTalks.path, state] as const
export const talkKey = (lotId: string) => ['/api/admin/lots', lotId, 'talk'] as const

/** The talks of the house, live: what is said on a lot is read again when the feed tells that its ledger went on. */
export function useTalks(state: 'running' | 'over'): { items: TalkRow[] | undefined; error: Error | null } {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: listKey(state),
    queryFn: ({ signal }) => call(listTalks, { query: { state } }, signal),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const lots = state === 'running' ? (data?.items ?? []).slice(0, LOTS_FOLLOWED_MAX).map(({ lotId }) => lotId) : []
  useFeed(lots.length === 0 ? {} : { lots }, (message) => {
    if (message.type === 'lot' || message.type === 'resync')
      void client.invalidateQueries({ queryKey: [listTalks.path] })
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
