import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type LeaderWarning, readConsole } from '#contract/bidding/auction-console.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { useFeed } from '#web/platform/feed.ts'
import { urlOf } from '#web/platform/request.ts'
import { readAgainSoon } from '../read-again-soon.ts'
import { addLines, readLedgersAgain } from '../use-live-lot.ts'

/** What no message of the feed tells is read this often, in ms: who is online, and what the leader owes. */
const EVERY_MS = 5000

type Console = ReplyOf<typeof readConsole>

export type ConsoleFacts = {
  /** When the last bid on each open lot came in, in ms; live. */
  lastBids: ReadonlyMap<string, number>
  /** Null until loaded. */
  followers: number | null
  online: number | null
  warnings: ReadonlyMap<string, LeaderWarning>
  /** Of open lots, in minor units; only for auctioneers. */
  reserves: ReadonlyMap<string, number>
  /** Lots that the reader sells or bid on, in run list order: a colleague has to run their sale. */
  ownLots: ReadonlySet<string>
  readAgain(): void
}

/** What staff know of an auction beyond its standings. */
export function useConsole(auctionId: string): ConsoleFacts {
  const client = useQueryClient()
  const queryKey = [urlOf(readConsole.path, { auctionId })]
  const { data } = useQuery<Console>({ queryKey, staleTime: 0, refetchInterval: EVERY_MS })
  useFeed({ auctions: [auctionId] }, (message) => {
    if (message.type === 'resync') {
      void client.invalidateQueries({ queryKey })
      readLedgersAgain(client)
    }
    if (message.type !== 'lot') return
    addLines(client, message.standing.lotId, message.lines)
    const bid = message.lines.findLast((line) => line.type === 'bid-placed')
    if (bid === undefined) return
    const { lotId } = message.standing
    client.setQueryData<Console>(queryKey, (held) =>
      held === undefined
        ? held
        : {
            ...held,
            items: [...held.items.filter((item) => item.lotId !== lotId), { lotId, lastBidAt: bid.at }],
            // The warning is about the leader before; the next read brings that of the new one.
            leaders: held.leaders.filter((leader) => leader.lotId !== lotId),
          },
    )
    readAgainSoon(client, queryKey)
  })
  return {
    lastBids: new Map(data?.items.map(({ lotId, lastBidAt }) => [lotId, lastBidAt])),
    followers: data?.followers ?? null,
    online: data?.online ?? null,
    warnings: new Map(data?.leaders.map((leader) => [leader.lotId, leader])),
    reserves: new Map(data?.reserves.map(({ lotId, reserve }) => [lotId, reserve])),
    ownLots: new Set(data?.ownLots),
    readAgain: () => readAgainSoon(client, queryKey),
  }
}
