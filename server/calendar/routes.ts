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
  auctionFile,
} from '#contract/calendar/calendar.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, rateLimited } from '#server/platform/problem.ts'
import { namesTag } from '#server/platform/rendering/accepts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { createThrottle } from '#server/platform/throttle/throttle.ts'
import { closingPlan } from './closings.ts'
import { dropFeed, findFeed } from './feed-store.ts'
import { lotCalendar, makeFeed, readFeed, auctionCalendar, type CalendarFile } from './feed.ts'
import { calendarBetween } from './read-calendar.ts'

/** Calendar programs poll about hourly; an address polled more often than this is throttled. */
const FEED_READS = { burst: 20, perSecond: 1 / 30 }
const RETRY_AFTER_S = 60

export function calendarRoutes(http: FastifyInstance, app: App): void {
  const throttle = createThrottle({ ...FEED_READS, now: app.now })

  serveShared(http, readCalendar, { read: ({ query }) => calendarBetween(app.db, query), topic: () => SHOWN })

  serve(http, readClosings, async ({ person }) => ({
    items: await closingPlan(app, person.id),
    serverTime: app.now(),
  }))

  serve(http, readSubscription, async ({ person }) => ({ feed: (await findFeed(app.db, person.id)) ?? null }))

  serve(http, openSubscription, async ({ person }) => {
    const token = await makeFeed(app, person.id)
    const url = app.config.publicUrl + openCalendarFeed.path.replace(':token', token)
    return { url, webcal: url.replace(/^https?:/, 'webcal:') }
  })

  serve(http, closeSubscription, async ({ person }) => {
    await dropFeed(app.db, person.id)
    return null
  })

  serve(http, openCalendarFeed, async ({ params, request, reply }) => {
    if (!throttle.take(params.token)) throw rateLimited(RETRY_AFTER_S)
    const file = await readFeed(app, params.token)
    if (file === null) throw notFound('this calendar')
    return send(request, reply, file, 'paddock.ics')
  })

  serve(http, auctionFile, async ({ params, query, request, reply }) => {
    const file = await auctionCalendar(app, params.auctionId, query.language ?? 'en')
    if (file === null) throw notFound('this auction')
    return send(request, reply, file, 'auction.ics')
  })

  serve(http, lotFile, async ({ params, query, request, reply }) => {
    const file = await lotCalendar(app, params.lotId, query.language ?? 'en')
    if (file === null) throw notFound('this lot')
    return send(request, reply, file, 'lot.ics')
  })
}

/** Sends the file, or 304 if the reader already has it. */
async function send(request: FastifyRequest, reply: FastifyReply, file: CalendarFile, name: string): Promise<null> {
  const tag = `"${hash('sha256', file.text, 'base64url')}"`
  reply
    .header('etag', tag)
    .header('last-modified', new Date(file.changedAt).toUTCString())
    .header('cache-control', 'private, no-cache')
  const held = request.headers['if-none-match']
  if (held !== undefined && namesTag(held, tag)) {
    await reply.code(304).send()
    return null
  }
  return sendFile(reply, name, 'text/calendar; charset=utf-8', file.text)
}
