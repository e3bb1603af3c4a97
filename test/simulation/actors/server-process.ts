import type { Socket } from 'node:net'
import { pino } from 'pino'
import { startClock } from '#server/bidding/closing.ts'
import { createFeed, type Feed } from '#server/bidding/feed/feed.ts'
import { feedReader, type FeedReader } from '#server/bidding/feed/reader.ts'
import { parseSince } from '#server/bidding/feed/since.ts'
import { openLanes, type Lanes } from '#server/bidding/lane/lanes.ts'
import { placeBid, type BidderRequest } from '#server/bidding/place-bid.ts'
import { bidThrottle, type BidThrottle } from '#server/bidding/throttle.ts'
import { openBus } from '#server/platform/bus/bus.ts'
import { databaseProblem } from '#server/platform/database/database-away.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startHeartbeat } from '#server/platform/health/heartbeat.ts'
import type { House } from '#server/platform/house.ts'
import { ANSWER_MS_MAX, InHand } from '#server/platform/http/in-hand.ts'
import { Meters } from '#server/platform/meters/meters.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Person } from '#server/platform/person.ts'
import { Problem, Refusal, unavailable } from '#server/platform/problem.ts'
import type { SimulatedSocket } from '../world/socket.ts'
import type { Actor } from '../world/world.ts'
import type { Answer } from './answer.ts'

const DATABASE_URL = 'postgres://paddock@database:5432/paddock'
const log = pino({ level: 'silent' })
/** Batches are short here: both ways of a lane are gone, that of one act that waits and that of more. */
const READ_AHEAD_FROM = 2

/**
 * One process of the server: the parts that `openHouse`, the bidding room and the application put together, in the same order, on
 * sockets, clocks and timers that are simulated. HTTP itself is left out: a request is a call, which is in hand as `serve` has it: the
 * same look ends its wait, and what comes of it later is heard by nobody.
 */
export class ServerProcess {
  readonly actor: Actor
  isServing = false
  #lanes: Lanes
  #throttle: BidThrottle
  #feed: Feed
  #reader: FeedReader
  #inHand = new InHand(ANSWER_MS_MAX)

  private constructor(actor: Actor, house: House) {
    this.actor = actor
    this.#reader = feedReader(house.db)
    this.#feed = createFeed(house, this.#reader)
    this.#lanes = openLanes(house, house.databaseUrl, (update) => this.#feed.publish(update), {
      readAheadFrom: READ_AHEAD_FROM,
    })
    this.#throttle = bidThrottle(house.now)
  }

  /** Runs as `actor`. Throws when the database cannot be reached: whoever watches over processes starts another one. */
  static async start(actor: Actor, keys: Keys): Promise<ServerProcess> {
    const { db, pool } = openDatabase(DATABASE_URL, log)
    const house: House = {
      databaseUrl: DATABASE_URL,
      db,
      pool,
      bus: await openBus(DATABASE_URL, log),
      keys,
      log,
      meters: new Meters(),
      tracing: null,
      now: Date.now,
      // What follows from a sale is another subject: here only what the bid path writes for it is looked at.
      outbox: { ...NO_OUTBOX },
      config: { roles: new Set(['api', 'worker']) } as Partial<House['config']> as House['config'],
    }
    const started = new ServerProcess(actor, house)
    await startClock(house, started.#lanes).tick()
    await startHeartbeat(DATABASE_URL, log)
    started.isServing = true
    return started
  }

  bid(person: Person, request: BidderRequest): Promise<Answer> {
    const { status, code } = unavailable()
    return this.#answered(this.#bid(person, request), { status, body: { code } })
  }

  /** Opens the feed on a socket, as the feed's route does. False: there is no room, no database, or no answer in time. */
  watch(socket: SimulatedSocket, accountId: string, asked: Asked): Promise<boolean> {
    return this.#answered(this.#watch(socket, accountId, asked), false)
  }

  /** What comes of a request, or `late` where nothing came in time. */
  #answered<T>(answer: Promise<T>, late: T): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = this.#inHand.enter(() => resolve(late))
      void answer.then(resolve, reject).finally(() => this.#inHand.leave(waiting))
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
    this.#feed.open(socket as unknown as Socket, owner, { lots: asked.lots, auctions, since })
    return true
  }
}

/** What a watcher asks for; `since` as in the header Last-Event-ID. */
export type Asked = { lots: string[]; auctions: string[]; since: string | undefined }

const NO_OUTBOX: House['outbox'] = {
  add: () => Promise.resolve(),
  on: () => undefined,
  start: () => undefined,
  nudge: () => undefined,
  drain: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
