import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  closeSubscription,
  lotFile,
  openCalendarFeed,
  openSubscription,
  readCalendar,
  readClosings,
  readSubscription,
  saleFile,
} from '#contract/calendar.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { createThrottle } from '#server/platform/throttle/throttle.ts'
import { closingPlan } from './closings.ts'
import { dropFeed, findFeed } from './feed-store.ts'
import { lotCalendar, makeFeed, readFeed, saleCalendar, type CalendarFile } from './feed.ts'
import { calendarBetween } from './read-calendar.ts'

/** Calendar programs ask every hour or so; an address that is asked more often than this waits. */
const FEED_READS = { burst: 20, perSecond: 1 / 30 }
const RETRY_AFTER_S = 60

export function calendarRoutes(app: FastifyInstance, house: House): void {
  const throttle = createThrottle({ ...FEED_READS, now: house.now })

  serveShared(app, readCalendar, { read: ({ query }) => calendarBetween(house.db, query), topic: () => SHOWN })

  serve(app, readClosings, async ({ person }) => ({
    items: await closingPlan(house, person.id),
    serverTime: house.now(),
  }))

  serve(app, readSubscription, async ({ person }) => ({ feed: (await findFeed(house.db, person.id)) ?? null }))

  serve(app, openSubscription, async ({ person }) => {
    const token = await makeFeed(house, person.id)
    const url = house.config.publicUrl + openCalendarFeed.path.replace(':token', token)
    return { url, webcal: url.replace(/^https?:/, 'webcal:') }
  })

  serve(app, closeSubscription, async ({ person }) => {
    await dropFeed(house.db, person.id)
    return null
  })

  serve(app, openCalendarFeed, async ({ params, request, reply }) => {
    if (!throttle.take(params.token)) throw rateLimited(RETRY_AFTER_S)
    const file = await readFeed(house, params.token)
    if (file === null) throw notFound('this calendar')
    return send(request, reply, file, 'paddock.ics')
  })

  serve(app, saleFile, async ({ params, request, reply }) => {
    const file = await saleCalendar(house, params.auctionId)
    if (file === null) throw notFound('this sale')
    return send(request, reply, file, 'sale.ics')
  })

  serve(app, lotFile, async ({ params, request, reply }) => {
    const file = await lotCalendar(house, params.lotId)
    if (file === null) throw notFound('this lot')
    return send(request, reply, file, 'lot.ics')
  })
}

/** Sends the file, or says that the reader has it already. */
async function send(request: FastifyRequest, reply: FastifyReply, file: CalendarFile, name: string): Promise<null> {
  const tag = `"${hash('sha256', file.text, 'base64url')}"`
  reply
    .header('etag', tag)
    .header('last-modified', new Date(file.changedAt).toUTCString())
    .header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === tag) {
    await reply.code(304).send()
    return null
  }
  await reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/calendar; charset=utf-8')
    .send(file.text)
  return null
}
