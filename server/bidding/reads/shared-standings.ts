import type { FastifyInstance } from 'fastify'
import { readStanding, readStandings } from '#contract/bidding.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import type { Announcement } from '../feed/announcements.ts'
import type { LotUpdate } from '../lot-update.ts'
import { presentStanding } from '../present.ts'
import { lotIdsIn } from './lot-ids.ts'
import { databaseNow, standingsOfAuction, standingsOfLots } from './store.ts'

/** More lots than this no sale has. */
const LOTS_OF_AUCTION_MAX = 3000

/**
 * The standings of one lot, of a sale and of named lots as bytes that are the same for everybody who may see them. `committed` is told
 * what this process committed, before it is answered: whoever was answered reads his own bid. Others' commits are heard of over the bus,
 * as the feed hears of them.
 */
export function sharedStandings(app: FastifyInstance, house: House): { committed(update: LotUpdate): void } {
  const { shared } = app
  serveShared(app, readStanding, {
    topic: ({ params }) => topicOf(params.lotId),
    versionOf: ({ sequence }) => sequence,
    async read({ params }) {
      const [row] = await standingsOfLots(house.db, [params.lotId])
      if (row === undefined) throw notFound('this lot')
      return presentStanding(row)
    },
  })
  serveShared(app, readStandings, {
    // A lot comes to a list when it is published, which is news of what is shown.
    topic: ({ query: { auction, lots } }) =>
      auction === undefined ? [SHOWN, ...lotIdsIn(lots).map(listedOf)] : [SHOWN, saleOf(auction)],
    async read({ query: { auction, lots } }) {
      const rows =
        auction === undefined
          ? await standingsOfLots(house.db, lotIdsIn(lots))
          : await standingsOfAuction(house.db, auction, LOTS_OF_AUCTION_MAX)
      return { items: rows.map(presentStanding), serverTime: await databaseNow(house.db) }
    },
  })
  const changed = ({ lotId, auctionId }: { lotId: string; auctionId: string }) => {
    shared.hear(listedOf(lotId))
    shared.hear(saleOf(auctionId))
  }
  house.bus.subscribe('lot', (payload) => {
    const news = JSON.parse(payload) as Announcement
    shared.hear(topicOf(news.lotId), news.sequence)
    changed(news)
  })
  return {
    committed(update) {
      shared.take(topicOf(update.lotId), update.standing)
      changed(update)
    },
  }
}

/** Of lists that hold the lot among others: they have no one sequence. */
function listedOf(lotId: string): string {
  return `listed ${lotId}`
}

function saleOf(auctionId: string): string {
  return `standings of ${auctionId}`
}

function topicOf(lotId: string): string {
  return `standing ${lotId}`
}
