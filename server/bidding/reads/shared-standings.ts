import type { FastifyInstance } from 'fastify'
import { readStanding, readStandings } from '#contract/bidding/bidding.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import type { Announcement } from '../feed/announcements.ts'
import type { LotUpdate } from '../lot-update.ts'
import { presentStanding } from '../present.ts'
import { lotIdsIn } from './lot-ids.ts'
import { databaseNow, standingsOfAuction, standingsOfLots } from './store.ts'

/** No auction has more lots than this. */
const LOTS_OF_AUCTION_MAX = 3000

/**
 * The standings of one lot, of an auction and of named lots as bytes shared by everyone who may see them. `committed` receives what this
 * process committed before the bidder is answered, so that bidders read their own bids. Other processes' commits arrive over the bus, as
 * for the feed.
 */
export function sharedStandings(http: FastifyInstance, app: App): { committed(update: LotUpdate): void } {
  const { shared } = http
  serveShared(http, readStanding, {
    topic: ({ params }) => topicOf(params.lotId),
    versionOf: ({ sequence }) => sequence,
    async read({ params }) {
      const [row] = await standingsOfLots(app.db, [params.lotId])
      if (row === undefined) throw notFound('this lot')
      return presentStanding(row)
    },
  })
  serveShared(http, readStandings, {
    // A lot joins a list when it is published, which changes what is shown.
    topic: ({ query: { auction, lots } }) =>
      auction === undefined ? [SHOWN, ...lotIdsIn(lots).map(listedOf)] : [SHOWN, auctionOf(auction)],
    async read({ query: { auction, lots } }) {
      const rows =
        auction === undefined
          ? await standingsOfLots(app.db, lotIdsIn(lots))
          : await standingsOfAuction(app.db, auction, LOTS_OF_AUCTION_MAX)
      return { items: rows.map(presentStanding), serverTime: await databaseNow(app.db) }
    },
  })
  const changed = ({ lotId, auctionId }: { lotId: string; auctionId: string }) => {
    shared.invalidate(listedOf(lotId))
    shared.invalidate(auctionOf(auctionId))
  }
  app.bus.subscribe('lot', (payload) => {
    const news = JSON.parse(payload) as Announcement
    shared.invalidate(topicOf(news.lotId), news.sequence)
    changed(news)
  })
  return {
    committed(update) {
      shared.replace(topicOf(update.lotId), update.standing)
      changed(update)
    },
  }
}

/** The topic of lists that contain the lot: they have no single sequence. */
function listedOf(lotId: string): string {
  return `listed ${lotId}`
}

function auctionOf(auctionId: string): string {
  return `standings of ${auctionId}`
}

function topicOf(lotId: string): string {
  return `standing ${lotId}`
}
