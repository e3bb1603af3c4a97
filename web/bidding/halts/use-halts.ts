import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  pauseAll,
  pauseAuction,
  type Halt,
  type HaltReply,
  readHalts,
  resumeAll,
  resumeAuction,
} from '#contract/bidding/halts.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { call } from '#web/platform/request.ts'

const KEY = [readHalts.path]

type Halts = ReplyOf<typeof readHalts>

/** What is halted now, by anyone; undefined until loaded. `take`: stores the answer of an action. */
export function useHalts(): { halts: readonly Halt[] | undefined; take(reply: HaltReply): void } {
  const client = useQueryClient()
  const { data } = useQuery<Halts>({ queryKey: KEY, staleTime: 0 })
  return { halts: data?.items, take: ({ items }) => client.setQueryData<Halts>(KEY, { items }) }
}

export type HaltPress = { auctionId: string | null; verb: 'pause' | 'resume'; reason: string }

/** Halts an auction, or all auctions if none is named, or resumes it. */
export function pressHalt({ auctionId, verb, reason }: HaltPress): Promise<HaltReply> {
  const body = { reason }
  if (auctionId === null) return verb === 'pause' ? call(pauseAll, { body }) : call(resumeAll, { body })
  const params = { auctionId }
  return verb === 'pause' ? call(pauseAuction, { params, body }) : call(resumeAuction, { params, body })
}
