import { pino } from 'pino'
import { recentAbsences, startClock } from '#server/bidding/closing.ts'
import { createFeed, type Feed } from '#server/bidding/feed/feed.ts'
import { feedReader, type FeedReader } from '#server/bidding/feed/reader.ts'
import { parseSince } from '#server/bidding/feed/since.ts'
import { openLanes, type Lanes } from '#server/bidding/lane/lanes.ts'
import { placeBid, type BidderRequest } from '#server/bidding/place-bid.ts'
import { bidThrottle, type BidThrottle } from '#server/bidding/throttle.ts'
import { openBus } from '#server/platform/bus/bus.ts'
import { newExtensions } from '#server/extensions.ts'
import { databaseProblem } from '#server/platform/database/database-away.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startHeartbeat } from '#server/platform/health/heartbeat.ts'
import type { App } from '#server/platform/app.ts'
import { ANSWER_MS_MAX, PendingRequests } from '#server/platform/http/pending-requests.ts'
import { Meters } from '#server/platform/meters/meters.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Person } from '#server/platform/person.ts'
import { Problem, Refusal, unavailable } from '#server/platform/problem.ts'
import type { SimulatedSocket } from '../world/socket.ts'
import type { Actor } from '../world/world.ts'
import type { Answer } from './answer.ts'

const DATABASE_URL = 'postgres://paddock@database:5432/paddock'
const log = pino({ level: 'silent' })
/** Batches are short here, so that both paths of a lane are used: one waiting command and several. */
const READ_AHEAD_FROM = 2

/**
 * One server process: the parts that `openTestServer`, the bidding feature and the application put together, in the same order, on
 * simulated sockets, clocks and timers. HTTP itself is left out: a request is a call, handled as `serve` handles it: the same poll
 * ends its wait, and a later result is discarded.
 */
export class ServerProcess {
  readonly actor: Actor
  isServing = false
  #lanes: Lanes
  #throttle: BidThrottle
  #feed: Feed
  #reader: FeedReader
  #pending = new PendingRequests(ANSWER_MS_MAX)
  #app: App

  private constructor(actor: Actor, app: App) {
    this.#app = app
    this.actor = actor
    this.#reader = feedReader(app.db)
    this.#feed = createFeed(app, this.#reader)
    this.#lanes = openLanes(app, app.databaseUrl, (update) => this.#feed.publish(update), {
      readAheadFrom: READ_AHEAD_FROM,
    })
    this.#throttle = bidThrottle(app.now)
  }

  /** Runs as `actor`. Throws when the database is unreachable; the supervisor then starts another process. */
  static async start(actor: Actor, keys: Keys): Promise<ServerProcess> {
    const { db, pool } = openDatabase(DATABASE_URL, log)
    const app: App = {
      databaseUrl: DATABASE_URL,
      db,
      pool,
      bus: await openBus(DATABASE_URL, log),
      extensions: newExtensions(),
      keys,
      log,
      meters: new Meters(),
      tracing: null,
      now: Date.now,
      // What follows an auction is out of scope: only the bid path's own writes for it are checked.
      outbox: { ...NO_OUTBOX },
      config: { roles: new Set(['api', 'worker']) } as Partial<App['config']> as App['config'],
    }
    const started = new ServerProcess(actor, app)
    await startClock(app, started.#lanes).tick()
    await startHeartbeat(DATABASE_URL, log)
    started.isServing = true
    return started
  }

  bid(person: Person, request: BidderRequest): Promise<Answer> {
    const { status, code } = unavailable()
    return this.#answered(this.#bid(person, request), { status, body: { code } })
  }

  /** An action of the auctioneer: `done`, the code of its refusal, or `failed` where its outcome is unknown. */
  direct(lotId: string, type: 'fair-warning' | 'hammer' | 'pass', seen: number): Promise<string> {
    return this.#answered(this.#direct(lotId, type, seen), 'failed')
  }

  /** Opens the feed on a socket, like the feed's route. False: no capacity, no database, or no answer in time. */
  watch(socket: SimulatedSocket, accountId: string, asked: Asked): Promise<boolean> {
    return this.#answered(this.#watch(socket, accountId, asked), false)
  }

  /** The result of a request, or `late` if none came in time. */
  #answered<T>(answer: Promise<T>, late: T): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = this.#pending.enter(() => resolve(late))
      void answer.then(resolve, reject).finally(() => this.#pending.leave(waiting))
    })
  }

  async #bid(person: Person, request: BidderRequest): Promise<Answer> {
    try {
      const answer = await placeBid(this.#lanes, this.#throttle, person, request)
      if (answer instanceof Refusal) return { status: 409, body: { code: answer.code, details: answer.details } }
      return { status: 200, body: answer }
    } catch (error) {
      if (error instanceof Problem) return { status: error.status, body: { code: error.code } }
      throw error
    }
  }

  async #direct(lotId: string, type: 'fair-warning' | 'hammer' | 'pass', seen: number): Promise<string> {
    try {
      const command = type === 'fair-warning' ? { type } : { type, seen, absences: await recentAbsences(this.#app) }
      const outcome = await this.#lanes.submit({ by: 'company', lotId, command, actorId: null })
      return outcome.ok ? 'done' : outcome.rejection.code
    } catch (error) {
      if (error instanceof Problem || databaseProblem(error) !== null) return 'failed'
      throw error
    }
  }

  async #watch(socket: SimulatedSocket, accountId: string, asked: Asked): Promise<boolean> {
    if (this.#feed.roomFor(accountId) !== 'yes') return false
    const auctions = new Map<string, readonly string[]>()
    try {
      for (const id of asked.auctions) auctions.set(id, await this.#reader.lotsOfAuction(id))
    } catch (error) {
      if (databaseProblem(error) === null) throw error
      return false
    }
    const owner = { accountId, isStillEntitled: () => true, isStaff: false, mayRead: () => false }
    const since = parseSince(asked.since)
    this.#feed.open(socket, owner, { lots: asked.lots, auctions, since })
    return true
  }
}

/** A watcher's request; `since` as in the header Last-Event-ID. */
export type Asked = { lots: string[]; auctions: string[]; since: string | undefined }

const NO_OUTBOX: App['outbox'] = {
  on: () => undefined,
  start: () => undefined,
  nudge: () => undefined,
  drain: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
