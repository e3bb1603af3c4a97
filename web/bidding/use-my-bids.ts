import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MyBid, myBids } from '#contract/bidding.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { TALK_EVENTS } from '#contract/talk-events.ts'
import type { FeedMessage } from '#contract/feed.ts'
import { useFeed } from '#web/platform/feed.ts'
import { positionIn } from './live-lot.ts'

type MyBids = ReplyOf<typeof myBids>

/** A talk frees money, or binds it. */
const TALK_TYPES: ReadonlySet<string> = new Set(TALK_EVENTS)

const KEY = [myBids.path] as const
/** The feed takes this many lots by name. */
const LOTS_FOLLOWED_MAX = 200

/** Every lot one bids on or watches, live. */
export function useMyBids(paddle: number) {
  const client = useQueryClient()
  const query = useQuery<MyBids>({ queryKey: KEY, staleTime: 0 })
  const followed = (query.data?.items ?? [])
    .filter(({ standing: { status } }) => status === 'open' || status === 'scheduled' || status === 'reserve-not-met')
    .slice(0, LOTS_FOLLOWED_MAX)
  const feed = useFeed({ lots: followed.map((bid) => bid.lotId) }, (message) => {
    client.setQueryData<MyBids>(KEY, (held) => (held === undefined ? held : afterMessage(held, message, paddle)))
    // What was committed changes with a position, and only the house can add it up.
    const talks = message.type === 'lot' && message.lines.some(({ type }) => TALK_TYPES.has(type))
    if (talks || message.type === 'you' || message.type === 'resync') void client.invalidateQueries({ queryKey: KEY })
  })
  return { ...query, feed }
}

/** The list after a message; an older standing than the one held changes nothing. */
export function afterMessage(held: MyBids, message: FeedMessage, paddle: number): MyBids {
  if (message.type !== 'lot') return held
  const { standing } = message
  const items = held.items.map((bid): MyBid => {
    if (bid.lotId !== standing.lotId || standing.sequence < bid.standing.sequence) return bid
    const position = positionIn(standing, paddle, bid.position !== 'watching')
    return { ...bid, standing, position: position === 'none' ? 'watching' : position }
  })
  return { ...held, items }
}
