import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { readConsole } from '#contract/sale-console.ts'
import { useFeed } from '#web/platform/feed.ts'
import { route, urlOf } from '#web/platform/request.ts'

const CONSOLE = route<typeof readConsole>('GET', '/api/admin/auctions/:auctionId/console')

type Console = ReplyOf<typeof readConsole>

/** When the last bid came on each open lot (ms), live, and how many people follow the sale. */
export function useConsole(auctionId: string): { lastBids: ReadonlyMap<string, number>; followers: number | null } {
  const client = useQueryClient()
  const key = [urlOf(CONSOLE.path, { auctionId })]
  const { data } = useQuery<Console>({ queryKey: key, staleTime: 0 })
  useFeed({ auctions: [auctionId] }, (message) => {
    if (message.type === 'resync') void client.invalidateQueries({ queryKey: key })
    if (message.type !== 'lot') return
    const bid = message.lines.findLast((line) => line.type === 'bid-placed')
    if (bid === undefined) return
    const { lotId } = message.standing
    client.setQueryData<Console>(key, (held) =>
      held === undefined
        ? held
        : { ...held, items: [...held.items.filter((item) => item.lotId !== lotId), { lotId, lastBidAt: bid.at }] },
    )
  })
  return {
    lastBids: new Map(data?.items.map(({ lotId, lastBidAt }) => [lotId, lastBidAt])),
    followers: data?.followers ?? null,
  }
}
