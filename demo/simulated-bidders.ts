import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Standing } from '#contract/bidding.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { HouseSaysNo, type HouseClient } from './house-client.ts'
import { SIMULATED } from './people.ts'
import type { Random } from './random.ts'
import { budgetFor, eagerness, offerFor, type KnownLot } from './temper.ts'

const CATALOGUE_MS = 45_000
const LOTS_FOLLOWED = 40
/** More bids than this at one look would drown a real bidder. */
const BIDS_A_LOOK = 2

type Bidder = { paddle: number; token: string }

/** A dozen bidders played by one program, through the public API alone. */
export class SimulatedBidders {
  #house: HouseClient
  #random: Random
  #bidders: Bidder[] = []
  #lots: LotTeaser[] = []
  #known = new Map<string, KnownLot>()
  #catalogueAt = 0

  constructor(house: HouseClient, random: Random) {
    this.#house = house
    this.#random = random
  }

  /** One after another, as the house allows. */
  async logInAll(): Promise<void> {
    this.#bidders = []
    for (const { email, password } of SIMULATED) {
      const session = await patiently(() => this.#house.logIn(email, password))
      this.#bidders.push({ paddle: session.user.paddle, token: session.token })
    }
  }

  /** Looks at what ends next and leaves a bid or two. */
  async look(now: number): Promise<void> {
    const [reader] = this.#bidders
    if (reader === undefined) return
    if (now - this.#catalogueAt > CATALOGUE_MS) await this.#readCatalogue(now)
    if (this.#lots.length === 0) return
    const { items, serverTime } = await this.#house.standings(
      reader.token,
      this.#lots.map(({ id }) => id),
    )
    const wanted = items.filter((standing) => this.#random.chance(eagerness(standing, serverTime)))
    for (const standing of this.#random.some(wanted, BIDS_A_LOOK)) await this.#bidOn(standing, reader)
  }

  async #readCatalogue(now: number): Promise<void> {
    const { items } = await this.#house.sales()
    const sales = items.filter(({ state }) => state !== 'ended')
    const pages = await Promise.all(sales.map(({ id }) => this.#house.nextLots(id, LOTS_FOLLOWED)))
    this.#lots = pages.flatMap((page) => page.items).slice(0, 2 * LOTS_FOLLOWED)
    const followed = new Set(this.#lots.map(({ id }) => id))
    for (const lotId of this.#known.keys()) if (!followed.has(lotId)) this.#known.delete(lotId)
    this.#catalogueAt = now
  }

  async #bidOn(standing: Standing, reader: Bidder): Promise<void> {
    const lot = await this.#knowing(standing.lotId, reader.token)
    const interested = this.#bidders.filter(({ paddle }) => budgetFor(paddle, lot) >= standing.nextBid)
    if (interested.length === 0) return
    const bidder = this.#random.pick(interested)
    const offer = offerFor(bidder.paddle, lot, standing, this.#random)
    if (offer === null) return
    try {
      await this.#house.bid(bidder.token, standing.lotId, { bidId: randomUUID(), ...offer })
    } catch (error) {
      // Somebody was faster, or the lot has ended: as in life.
      const isLost = error instanceof HouseSaysNo && (error.status === 409 || error.status === 404)
      if (!isLost) throw error
    }
  }

  async #knowing(lotId: string, token: string): Promise<KnownLot> {
    const known = this.#known.get(lotId)
    if (known !== undefined) return known
    const { openingBid, bidUnit } = await this.#house.lot(token, lotId)
    const lot = { lotId, openingBid, bidUnit }
    this.#known.set(lotId, lot)
    return lot
  }
}

const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 60_000

/** Tries until it succeeds, each time after a longer pause, never shorter than the house asks for. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)) {
    try {
      return await act()
    } catch (error) {
      if (error instanceof HouseSaysNo && error.status < 429) throw error
      await sleep(Math.max(pauseMs, error instanceof HouseSaysNo ? error.retryAfterMs : 0))
    }
  }
}
