import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { NEGOTIATION_EVENTS } from '#contract/bidding/negotiation-events.ts'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import { type MyBid, myBids, type MyPosition } from '#contract/bidding/my-bids.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call } from '#web/platform/request.ts'
import { positionIn } from '../live-lot.ts'
import { readAgainSoon } from '../read-again-soon.ts'

type MyBidsPage = ReplyOf<typeof myBids>
export type MyBidsPages = InfiniteData<MyBidsPage, string | undefined>

/** A negotiation commits money or releases it. */
const NEGOTIATION_TYPES: ReadonlySet<string> = new Set(NEGOTIATION_EVENTS)

/** The feed takes at most this many lots by name. */
const LOTS_FOLLOWED_MAX = 200
export const LOTS_A_PAGE = 20

/** The lots the person bids on or watches, filtered by position, paged and live; with the count for each position. */
export function useMyBids(paddle: number, position: MyPosition) {
  const client = useQueryClient()
  const key = [myBids.path, position] as const
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(myBids, { query: { position, limit: LOTS_A_PAGE, ...(cursor === undefined ? {} : { cursor }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  })
  const items = distinct(query.data?.pages ?? [])
  const followed = items
    .filter(({ standing: { status } }) => status === 'open' || status === 'scheduled' || status === 'reserve-not-met')
    .slice(0, LOTS_FOLLOWED_MAX)
  const feed = useFeed({ lots: followed.map((bid) => bid.lotId) }, (message) => {
    client.setQueryData<MyBidsPages>(key, (held) => held && afterMessage(held, message, paddle))
    // A change of leader changes the counts, the other lists and the commitments; only the server can add those up.
    const negotiations = message.type === 'lot' && message.lines.some(({ type }) => NEGOTIATION_TYPES.has(type))
    if (negotiations || message.type === 'you' || message.type === 'buying-power' || message.type === 'resync')
      readAgainSoon(client, [myBids.path])
  })
  return {
    // Lots that have moved to another position since are in that position's list.
    items: items.filter((bid) => bid.position === position),
    counts: query.data?.pages.at(-1)?.counts,
    error: query.error,
    isLoading: query.isLoading,
    readAgain: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoadingMore: query.isFetchingNextPage,
    feed,
  }
}

/** A lot whose end moved during paging may appear twice: the newer read wins. */
function distinct(pages: readonly MyBidsPage[]): MyBid[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((bid) => [bid.lotId, bid])).values()]
}

/** The lists after a message; a standing older than the one held changes nothing. */
function afterMessage(held: MyBidsPages, message: FeedMessage, paddle: number): MyBidsPages {
  if (message.type !== 'lot') return held
  const { standing } = message
  const moved = (bid: MyBid): MyBid => {
    if (bid.lotId !== standing.lotId || standing.sequence < bid.standing.sequence) return bid
    const position = positionIn(standing, paddle, bid.position !== 'watching')
    return {
      ...bid,
      standing,
      position: position === 'none' ? 'watching' : position,
      maximum: standing.leader === paddle ? bid.maximum : null,
    }
  }
  return { ...held, pages: held.pages.map((page) => ({ ...page, items: page.items.map(moved) })) }
}
