import type { BidderAction } from '#server/bidding/command.ts'
import type { Person } from '#server/platform/person.ts'
import type { PlannedBidder, PlannedLot } from '../plan.ts'
import type { Trace } from '../trace.ts'
import type { Random } from '../world/random.ts'
import { EPOCH, type World } from '../world/world.ts'
import { isFinal, type Answer } from './answer.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Fleet } from './fleet.ts'

/** A bid that a client sent, once or repeatedly, with every answer received. The same id with other content is a separate entry. */
export type Sent = {
  bidId: string
  lotId: string
  bidderId: string
  paddle: number
  kind: BidderAction['kind']
  amount: number | null
  answers: { lastReceivedAt: number; answer: Answer }[]
}

export type BidderParts = {
  world: World
  fleet: Fleet
  database: DatabaseServer
  random: Random
  trace: Trace
  lots: PlannedLot[]
  sent: Sent[]
  /** True when no lot takes bids any more. */
  isOver(): boolean
}

/** A bidder with a client that repeats unanswered requests with the same id. */
export class Bidder {
  #plan: PlannedBidder
  #parts: BidderParts
  #made = 0
  #own: Sent[] = []

  constructor(plan: PlannedBidder, parts: BidderParts) {
    this.#plan = plan
    this.#parts = parts
  }

  /** Resolves when everything was sent and answered. */
  async bid(): Promise<void> {
    const { world, random } = this.#parts
    await world.wait(random.between(1200, 5000))
    const open: Promise<void>[] = []
    for (let action = 0; action < this.#plan.actions && !this.#parts.isOver(); action += 1) {
      await world.wait(this.#thinkMs())
      if (random.chance(0.3)) open.push(...this.#everywhere())
      const sent = this.#choose()
      const often = random.chance(0.1) ? 1 + random.int(4) : 1
      for (let time = 0; time < often; time += 1) open.push(this.#sendUntilAnswered(sent))
      if (random.chance(0.7)) await open.at(-1)
    }
    await Promise.all(open)
    // A bid id means the same bid forever, also after the end of its lot.
    for (const old of this.#own) if (random.chance(0.3)) await this.#sendUntilAnswered(old)
  }

  #thinkMs(): number {
    const { world, random, lots } = this.#parts
    if (!this.#plan.isLate || !random.chance(0.5)) return random.between(0, 2 * this.#plan.thinkMs)
    const end = this.#standing(random.pick(lots).id).closes_at_ms
    if (typeof end !== 'number') return random.between(100, 1500)
    return Math.max(1, end - EPOCH - world.now + random.between(-60, 30))
  }

  #standing(lotId: string): Readonly<Record<string, unknown>> {
    return this.#parts.database.model.rows('standing').find((row) => row.lot_id === lotId) ?? {}
  }

  #choose(): Sent {
    const { random, lots, sent } = this.#parts
    const before = this.#own.at(-1)
    const lot = random.pick(lots)
    const kind = lot.terms.buyNow !== null && random.chance(0.06) ? 'buy-now' : random.pick(KINDS)
    const price = this.#standing(lot.id).price
    const next = typeof price === 'number' ? price + stepAt(lot, price) : lot.terms.openingBid
    const more = random.pick([-1, 0, 0, 0, 0, 1, 1, 2, 5, 12, 30]) * stepAt(lot, next)
    const odd = random.chance(0.03) ? 1 : 0
    const amount =
      kind === 'buy-now' || (kind === 'lower-maximum' && random.chance(0.3)) ? null : Math.max(1, next + more) + odd
    const isReuse = before !== undefined && random.chance(0.04)
    const bidId = isReuse ? before.bidId : this.#newBidId()
    const made: Sent = {
      bidId,
      lotId: lot.id,
      bidderId: this.#plan.id,
      paddle: this.#plan.paddle,
      kind,
      amount,
      answers: [],
    }
    const same = sent.find((each) => isSame(each, made))
    if (same !== undefined) return same
    sent.push(made)
    this.#own.push(made)
    return made
  }

  /** A bidder with a limit tries to exceed it, on all lots at the same instant. */
  #everywhere(): Promise<void>[] {
    const { limit, id: bidderId, paddle } = this.#plan
    const { lots, random, sent } = this.#parts
    if (limit === null || lots.length === 1) return []
    return lots.map(({ id: lotId, terms }) => {
      const amount = Math.floor((limit * random.between(0.4, 0.9)) / terms.bidUnit) * terms.bidUnit
      const bidId = this.#newBidId()
      const made: Sent = { bidId, lotId, bidderId, paddle, kind: 'maximum', amount, answers: [] }
      sent.push(made)
      this.#own.push(made)
      return this.#sendUntilAnswered(made)
    })
  }

  #newBidId(): string {
    this.#made += 1
    return `01900000-0000-7000-8000-${this.#plan.paddle.toString(16).padStart(4, '0')}${this.#made.toString(16).padStart(8, '0')}`
  }

  async #sendUntilAnswered(sent: Sent): Promise<void> {
    const { world, fleet, random, trace } = this.#parts
    const who = `paddle ${sent.paddle}`
    // Bidders retry for as long as the server is away; the end of the auction is the limit.
    for (;;) {
      const process = fleet.pick()
      if (process === null) {
        await world.wait(random.between(200, 800))
        continue
      }
      const { lotId, bidId, kind, amount } = sent
      trace.note(who, `→ ${process.actor.name} ${short(sent)} (${short4(bidId)}) on lot ${lotId.slice(-1)}`)
      const answer = await fleet.send(process, (each) => each.bid(personOf(this.#plan), { lotId, bidId, kind, amount }))
      if (answer === 'lost') trace.note(who, `gets no answer to ${short4(bidId)}`)
      else {
        trace.note(who, `hears ${answer.status} ${wordOf(answer)} of ${short4(bidId)}`)
        sent.answers.push({ lastReceivedAt: world.now, answer })
        if (isFinal(answer)) return
      }
      await world.wait(random.between(100, 1500))
    }
  }
}

const KINDS = ['firm', 'firm', 'firm', 'maximum', 'maximum', 'maximum', 'lower-maximum'] as const

function isSame(one: Sent, other: Sent): boolean {
  return (
    one.bidId === other.bidId &&
    one.lotId === other.lotId &&
    one.bidderId === other.bidderId &&
    one.kind === other.kind &&
    one.amount === other.amount
  )
}

function stepAt({ terms }: PlannedLot, price: number): number {
  return terms.increments.filter(([from]) => from <= price).at(-1)?.[1] ?? 0
}

function personOf(plan: PlannedBidder): Person {
  return {
    id: plan.id,
    paddle: plan.paddle,
    biddingLimit: plan.limit,
    auctionLimits: null,
    sessionId: plan.id,
    role: 'member',
    moreRoles: [],
    hasPaidMembershipFee: true,
    verificationStatus: 'verified',
    idDocument: null,
    accountStatus: 'active',
    emailConfirmed: true,
    hasAddress: true,
    secondFactor: 'off',
    supportBy: null,
    supportUntil: null,
  }
}

function short({ kind, amount }: Sent): string {
  return amount === null ? kind : `${kind} ${amount}`
}

function short4(bidId: string): string {
  return `${Number.parseInt(bidId.slice(24, 28), 16)}/${Number.parseInt(bidId.slice(28), 16)}`
}

function wordOf({ status, body }: Answer): string {
  if (status === 200 && 'price' in body) return `price ${body.price} at ${body.sequence}`
  return 'code' in body ? body.code : ''
}
