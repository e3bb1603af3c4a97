import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { accessDenial } from '#contract/accounts/access.ts'
import { openFeed } from '#contract/bidding/feed.ts'
import type { AccessLevel } from '#contract/platform/access-levels.ts'
import { Id } from '#contract/platform/values.ts'
import type { Person } from '#server/platform/person.ts'
import { busy, invalidInput, Problem, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { takesGzip } from '#server/platform/rendering/accepts.ts'
import type { Feed } from './feed.ts'
import type { FeedReader } from './reader.ts'
import { leaveHttp } from '#server/fast-path/leave-http.ts'
import { PACKED_HEAD } from '#server/fast-path/packed.ts'
import { parseSince } from './since.ts'
import { QUIET_BEAT_S, type Owner } from './stream.ts'

const LOTS_MAX = 200
const AUCTIONS_MAX = 10
/** Heartbeat in seconds with lots, and on a live auction, whose clocks are 15 s: a dead link must show before a price misleads. */
const LOTS_BEAT_S = 4
const LIVE_BEAT_S = 2
const ENDS_HEARD_MS = 1000
const AGAIN_S_MIN = 2
const AGAIN_S_MAX = 10

/** Hooks do not run for a stream that writes to its socket, so the security headers are set here. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  vary: 'accept-encoding',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export function feedRoutes(http: FastifyInstance, feed: Feed, reader: FeedReader, publicUrl: string): void {
  const headers = publicUrl.startsWith('https:') ? { ...STREAM_HEADERS, ...STRICT_TRANSPORT } : STREAM_HEADERS
  const headAt = streamHead(headers)

  serve(http, openFeed, async ({ query, person, request, reply }) => {
    const lots = idsIn(query.lots, 'lots', LOTS_MAX)
    const auctionIds = idsIn(query.auctions, 'auctions', AUCTIONS_MAX)
    const watchesLots = lots.length > 0 || auctionIds.length > 0
    if (watchesLots) requirePrices(person)
    await requireRoom(feed, person.id)
    const auctions = new Map<string, string[]>()
    for (const auctionId of auctionIds) auctions.set(auctionId, await reader.lotsOfAuction(auctionId))
    const since = parseSince(query.since ?? lastEventId(request))
    const { socket } = request.raw
    reply.hijack()
    const isPacked = takesGzip(request.headers['accept-encoding'])
    // Sends the head and the first message together.
    socket.cork()
    socket.write(headAt(Date.now(), isPacked))
    const beatS = watchesLots ? (query.pace === 'live' ? LIVE_BEAT_S : LOTS_BEAT_S) : QUIET_BEAT_S
    const owner = new SessionOwner(http, request, person, watchesLots)
    feed.open(socket, owner, { lots, auctions, since }, { isPacked, beatS })
    socket.uncork()
    leaveHttp(reply.raw).catch((err: unknown) => {
      request.log.error({ err }, 'could not detach a stream from the HTTP server')
      socket.destroy()
    })
    return null
  })
}

function idsIn(text: string | undefined, field: string, most: number): string[] {
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length > most) throw invalidInput([{ field, message: `List at most ${most}.` }])
  if (!ids.every((id) => z.safeParse(Id, id).success))
    throw invalidInput([{ field, message: 'List ids, separated by commas.' }])
  return ids.map((id) => id.toLowerCase())
}

function requirePrices(person: Person): void {
  const stop = accessDenial(person, 'sees-prices')
  if (stop !== null) throw new Problem(stop.status, stop.code, stop.message, { details: { goTo: stop.goTo } })
}

/**
 * After a mass disconnect, clients may return before the old streams' ends are processed: a full server checks again before it refuses.
 * Refused clients receive random delays, or they would all return at the same instant.
 */
async function requireRoom(feed: Feed, accountId: string): Promise<void> {
  if (feed.roomFor(accountId) === 'full') await wait(ENDS_HEARD_MS)
  const room = feed.roomFor(accountId)
  if (room === 'full') throw busy(randomInt(AGAIN_S_MIN, AGAIN_S_MAX + 1))
  if (room === 'too-many') throw rateLimited(30)
}

function lastEventId(request: FastifyRequest): string | undefined {
  const value = request.headers['last-event-id']
  return typeof value === 'string' ? value : undefined
}

/**
 * Status and headers as bytes, rebuilt once a second. After them the feed owns the connection until it closes, without chunked encoding: a
 * frame is the same bytes for every stream.
 */
function streamHead(headers: Record<string, string>): (now: number, isPacked: boolean) => Buffer {
  const lines = Object.entries({ ...headers, connection: 'close' }).map((header) => header.join(': '))
  let second = -1
  let plain = Buffer.alloc(0)
  let packed = plain
  return (now, isPacked) => {
    const current = Math.floor(now / 1000)
    if (current !== second) {
      second = current
      const date = `date: ${new Date(now).toUTCString()}`
      const head = (more: string[]) =>
        Buffer.from(`HTTP/1.1 200 OK\r\n${[...lines, ...more, date].join('\r\n')}\r\n\r\n`)
      plain = head([])
      packed = Buffer.concat([head(['content-encoding: gzip']), PACKED_HEAD])
    }
    return isPacked ? packed : plain
  }
}

/**
 * A stream lasts no longer than its session and the person's right to it. It keeps only the requester's identity from the request, because
 * it lives for hours.
 */
class SessionOwner implements Owner {
  readonly accountId: string
  readonly support: Owner['support']
  readonly #app: FastifyInstance
  readonly #asks: Pick<FastifyRequest, 'headers' | 'socket'>
  readonly #wasActive: boolean
  readonly #watchesLots: boolean
  /** Null for a member. */
  #staff: Person | null = null

  constructor(http: FastifyInstance, { headers, socket }: FastifyRequest, person: Person, watchesLots: boolean) {
    const { authorization, cookie } = headers
    this.accountId = person.id
    const { supportBy: by, supportUntil: until } = person
    this.support = by === null || until === null ? undefined : { by, until }
    this.#app = http
    this.#asks = { headers: { authorization, cookie }, socket }
    this.#wasActive = person.accountStatus === 'active'
    this.#watchesLots = watchesLots
    this.#noteRole(person)
  }

  get isStaff(): boolean {
    return this.#staff !== null
  }

  mayRead(accessLevel: AccessLevel): boolean {
    return this.#staff !== null && accessDenial(this.#staff, accessLevel) === null
  }

  async isStillEntitled(): Promise<boolean> {
    const now = await this.#app.identify(this.#asks as FastifyRequest)
    if (now === null || now.id !== this.accountId) return false
    this.#noteRole(now)
    if (this.#wasActive && now.accountStatus !== 'active') return false
    return !this.#watchesLots || accessDenial(now, 'sees-prices') === null
  }

  /** Nothing is kept for members, who are many. */
  #noteRole(person: Person): void {
    this.#staff = person.role === 'member' ? null : person
  }
}
