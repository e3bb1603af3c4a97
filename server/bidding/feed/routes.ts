import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { barrier } from '#contract/access.ts'
import { openFeed } from '#contract/bidding.ts'
import { Id } from '#contract/values.ts'
import type { Person } from '#server/platform/person.ts'
import { busy, invalidInput, Problem, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import type { Feed } from './feed.ts'
import type { FeedReader } from './reader.ts'
import { parseSince } from './since.ts'
import type { Owner } from './stream.ts'

const LOTS_MAX = 200
const AUCTIONS_MAX = 10

/** Hooks do not run for a stream that writes to its socket, so the security headers stand here. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export function feedRoutes(app: FastifyInstance, feed: Feed, reader: FeedReader, publicUrl: string): void {
  const headers = publicUrl.startsWith('https:') ? { ...STREAM_HEADERS, ...STRICT_TRANSPORT } : STREAM_HEADERS

  serve(app, openFeed, async ({ query, person, request, reply }) => {
    const lots = idsIn(query.lots, 'lots', LOTS_MAX)
    const auctionIds = idsIn(query.auctions, 'auctions', AUCTIONS_MAX)
    const watchesLots = lots.length > 0 || auctionIds.length > 0
    if (watchesLots) requireInformed(person)
    requireRoom(feed, person.id)
    const auctions = new Map<string, string[]>()
    for (const auctionId of auctionIds) auctions.set(auctionId, await reader.lotsOfAuction(auctionId))
    const since = parseSince(query.since ?? lastEventId(request))
    const { socket } = request.raw
    sendHead(reply, headers)
    feed.open(socket, ownerOf(app, request, person, watchesLots), { lots, auctions, since })
    return null
  })
}

function idsIn(text: string | undefined, field: string, most: number): string[] {
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length > most) throw invalidInput([{ field, message: `Name at most ${most}.` }])
  if (!ids.every((id) => z.safeParse(Id, id).success))
    throw invalidInput([{ field, message: 'Name ids, separated by commas.' }])
  return ids.map((id) => id.toLowerCase())
}

function requireInformed(person: Person): void {
  const stop = barrier(person, 'informed')
  if (stop !== null) throw new Problem(stop.status, stop.code, stop.message, { details: { goTo: stop.goTo } })
}

function requireRoom(feed: Feed, accountId: string): void {
  const room = feed.roomFor(accountId)
  if (room === 'full') throw busy(5)
  if (room === 'too-many') throw rateLimited(30)
}

function lastEventId(request: FastifyRequest): string | undefined {
  const value = request.headers['last-event-id']
  return typeof value === 'string' ? value : undefined
}

/** Sends status and headers; from then on the socket is the feed's. No chunks: a frame is the same bytes for everybody. */
function sendHead(reply: FastifyReply, headers: Record<string, string>): void {
  reply.hijack()
  const { raw } = reply
  raw.useChunkedEncodingByDefault = false
  raw.shouldKeepAlive = false
  raw.writeHead(200, headers)
  raw.flushHeaders()
}

/** A stream lasts as long as its session, and no longer than the person may have it. */
function ownerOf(app: FastifyInstance, request: FastifyRequest, person: Person, watchesLots: boolean): Owner {
  const wasActive = person.accountStatus === 'active'
  return {
    accountId: person.id,
    async isStillEntitled() {
      const now = await app.identify(request)
      if (now === null || now.id !== person.id) return false
      if (wasActive && now.accountStatus !== 'active') return false
      return !watchesLots || barrier(now, 'informed') === null
    },
  }
}
