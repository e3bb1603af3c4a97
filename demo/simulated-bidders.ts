import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { RefusedByRules, type ApiClient } from './api-client.ts'
import { SIMULATED } from './people.ts'
import type { Random } from './random.ts'
import { budgetFor, eagerness, offerFor, type KnownLot } from './temper.ts'

const CATALOG_MS = 45_000
const LOTS_FOLLOWED = 40
/** More bids than this per poll would drown out a real bidder. */
const BIDS_A_LOOK = 2

type Bidder = { paddle: number; token: string }

/** A dozen bidders run by one program, through the public API alone. */
export class SimulatedBidders {
  #app: ApiClient
  #random: Random
  #bidders: Bidder[] = []
  #lots: LotSummary[] = []
  #known = new Map<string, KnownLot>()
  #catalogAt = 0

  constructor(app: ApiClient, random: Random) {
    this.#app = app
    this.#random = random
  }

  /** Sequential, because of the server's rate limit. */
  async logInAll(): Promise<void> {
    this.#bidders = []
    for (const { email, password } of SIMULATED) {
      const session = await patiently(() => this.#app.logIn(email, password))
      this.#bidders.push({ paddle: session.user.paddle, token: session.token })
    }
  }

  /** Looks at the lots that end next and places a bid or two. */
  async look(now: number): Promise<void> {
    const [reader] = this.#bidders
    if (reader === undefined) return
    if (now - this.#catalogAt > CATALOG_MS) await this.#readCatalog(now)
    if (this.#lots.length === 0) return
    const { items, serverTime } = await this.#app.standings(
      reader.token,
      this.#lots.map(({ id }) => id),
    )
    const wanted = items.filter((standing) => this.#random.chance(eagerness(standing, serverTime)))
    for (const standing of this.#random.some(wanted, BIDS_A_LOOK)) await this.#bidOn(standing, reader)
  }

  async #readCatalog(now: number): Promise<void> {
    const { items } = await this.#app.auctions()
    const auctions = items.filter(({ state }) => state !== 'ended')
    const pages = await Promise.all(auctions.map(({ id }) => this.#app.nextLots(id, LOTS_FOLLOWED)))
    this.#lots = pages.flatMap((page) => page.items).slice(0, 2 * LOTS_FOLLOWED)
    const followed = new Set(this.#lots.map(({ id }) => id))
    for (const lotId of this.#known.keys()) if (!followed.has(lotId)) this.#known.delete(lotId)
    this.#catalogAt = now
  }

  async #bidOn(standing: Standing, reader: Bidder): Promise<void> {
    const lot = await this.#knowing(standing.lotId, reader.token)
    const interested = this.#bidders.filter(({ paddle }) => budgetFor(paddle, lot) >= standing.nextBid)
    if (interested.length === 0) return
    const bidder = this.#random.pick(interested)
    const offer = offerFor(bidder.paddle, lot, standing, this.#random)
    if (offer === null) return
    try {
      await this.#app.bid(bidder.token, standing.lotId, { bidId: randomUUID(), ...offer })
    } catch (error) {
      // Another bidder was faster, or the lot has ended, as in reality.
      const isLost = error instanceof RefusedByRules && (error.status === 409 || error.status === 404)
      if (!isLost) throw error
    }
  }

  async #knowing(lotId: string, token: string): Promise<KnownLot> {
    const known = this.#known.get(lotId)
    if (known !== undefined) return known
    const { openingBid, increments } = await this.#app.lot(token, lotId)
    const lot = { lotId, openingBid, increments }
    this.#known.set(lotId, lot)
    return lot
  }
}

const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 60_000

/** Retries until it succeeds, with longer and longer pauses, never shorter than the server asks for. */
export async function patiently<T>(action: () => Promise<T>): Promise<T> {
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)) {
    try {
      return await action()
    } catch (error) {
      if (error instanceof RefusedByRules && error.status < 429) throw error
      await sleep(Math.max(pauseMs, error instanceof RefusedByRules ? error.retryAfterMs : 0))
    }
  }
}
