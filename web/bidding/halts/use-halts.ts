import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  pauseHouse,
  pauseSale,
  type Halt,
  type HaltReply,
  readHalts,
  resumeHouse,
  resumeSale,
} from '#contract/halts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/platform/request.ts'

const KEY = [readHalts.path]

type Halts = ReplyOf<typeof readHalts>

/** What is stopped at present, by anybody; undefined until it is known. `take`: what an act answered. */
export function useHalts(): { halts: readonly Halt[] | undefined; take(reply: HaltReply): void } {
  const client = useQueryClient()
  const { data } = useQuery<Halts>({ queryKey: KEY, staleTime: 0 })
  return { halts: data?.items, take: ({ items }) => client.setQueryData<Halts>(KEY, { items }) }
}

export type HaltPress = { auctionId: string | null; verb: 'pause' | 'resume'; reason: string }

/** Stops a sale, or the house where none is named, or lets it go on. */
export function pressHalt({ auctionId, verb, reason }: HaltPress): Promise<HaltReply> {
  const body = { reason }
  if (auctionId === null) return verb === 'pause' ? call(pauseHouse, { body }) : call(resumeHouse, { body })
  const params = { auctionId }
  return verb === 'pause' ? call(pauseSale, { params, body }) : call(resumeSale, { params, body })
}
