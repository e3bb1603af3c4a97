import { changeMaximum, placeBid } from '#contract/bidding/bidding.ts'
import { openFeed } from '#contract/bidding/feed.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'

/**
 * What an API client needs to know beyond names and types. Here and not in the contract, because the contract is part of the browser's scripts.
 * `stream`: what the lines of a stream mean.
 */
type Note = { fields: Record<string, string>; stream?: string }

const BID = {
  bidId: 'Made by the client, once per bid. The same id with the same content gets the first answer again.',
  notAfter:
    'When the bid expires, by the server’s clock. It is refused with bid-expired if it reaches its lot later. Not part of the content.',
}

export const API_NOTES: ReadonlyMap<Endpoint, Note> = new Map<Endpoint, Note>([
  [
    placeBid,
    {
      fields: {
        ...BID,
        kind: 'firm: the price becomes this amount. maximum: we bid up to this amount for you. buy-now: the lot is yours at its buy-now price.',
        amount: 'A whole multiple of the auction’s bid unit. Required unless the kind is buy-now.',
      },
    },
  ],
  [changeMaximum, { fields: { ...BID, amount: 'Null withdraws everything that isn’t committed yet.' } }],
  [
    openFeed,
    {
      fields: {
        lots: 'Up to 200 lot ids, separated by commas. Needs a verified member, or staff.',
        auctions: 'Up to 10 auction ids, separated by commas. Needs a verified member, or staff.',
        since:
          'The sequence you have of each lot, as <lotId>.<sequence>, separated by commas: the feed continues after it. The header Last-Event-ID works the same way.',
        pace: 'live: a heartbeat every 2 s, instead of every 4 s with lots and every 20 s without.',
      },
      stream:
        'Server-sent events. data is a FeedMessage (see components) as JSON, event is its type. A message of a lot has the id <lotId>.<sequence>, and its lines are those after the sequence in from: if that isn’t the sequence you have, read the lot and its ledger again.',
    },
  ],
])
