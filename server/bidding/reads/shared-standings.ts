import type { FastifyInstance } from 'fastify'
import { readStanding, type Standing } from '#contract/bidding.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serveShared } from '#server/platform/shared/serve-shared.ts'
import type { Announcement } from '../feed/announcements.ts'
import { presentStanding } from '../present.ts'
import { standingsOfLots } from './store.ts'

/**
 * The standing of a lot as bytes that are the same for everybody who may see it. `committed` is told what this process committed, before
 * it is answered: whoever was answered reads his own bid. Others' commits are heard of over the bus, as the feed hears of them.
 */
export function sharedStandings(app: FastifyInstance, house: House): { committed(standing: Standing): void } {
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
  house.bus.subscribe('lot', (payload) => {
    const { lotId, sequence } = JSON.parse(payload) as Announcement
    shared.hear(topicOf(lotId), sequence)
  })
  return { committed: (standing) => shared.take(topicOf(standing.lotId), standing) }
}

function topicOf(lotId: string): string {
  return `standing ${lotId}`
}
