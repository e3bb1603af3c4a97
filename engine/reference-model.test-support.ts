import type { Command, LeadFacts } from './command.ts'
import type { Money } from './money.ts'
import type { Terms } from './terms.ts'

/**
 * An accepted action of a bidder. For `lower`, `amount` is the new maximum. `sequence` is the number by which it is voided; a silent raise
 * is voided with the same bidder's bid before it, and a `lower` (0) cannot be voided.
 */
type Action = { sequence: number; bidder: string; kind: 'firm' | 'maximum' | 'lower'; amount: Money }

/** A sequence no lot has: what an auctioneer has seen of a lot that has moved since. Any other is the present one. */
export const NEVER_STOOD = -1

export type ReferenceStanding = {
  price: Money | null
  leader: string | null
  leaderMaximum: Money | null
  reserveMet: boolean
}

/**
 * The slow, obvious reference model of a timed lot, and of a live one from the moment it comes up: it keeps every action and computes the
 * standing from scratch each time, by the rulebook's one sentence: min(top maximum, second maximum + increment(second)), firm floors and
 * the reserve aside.
 */
export class ReferenceModel {
  readonly actions: Action[] = []
  status: 'scheduled' | 'open' | 'sold' | 'reserve-not-met' | 'passed' = 'scheduled'
  closesAt: number
  readonly terms: Terms

  constructor(terms: Terms) {
    this.terms = terms
    this.closesAt = terms.scheduledCloseAt ?? 0
  }

  standing(actions = this.actions): ReferenceStanding {
    const held = maximumsOf(actions)
    const ranked = [...held].toSorted(([, a], [, b]) => b.amount - a.amount || a.since - b.since)
    const [first, second] = ranked
    if (first === undefined) return { price: null, leader: null, leaderMaximum: null, reserveMet: false }
    const [leader, { amount: top }] = first
    const proxy = second === undefined ? this.terms.openingBid : Math.min(top, this.#above(second[1].amount))
    const floor = Math.max(
      0,
      ...actions.filter((action) => action.bidder === leader && action.kind === 'firm').map((action) => action.amount),
    )
    const reserve = this.terms.reserve
    const reserveMet = reserve !== null && top >= reserve
    const price = Math.max(proxy, floor, reserveMet ? reserve : 0)
    return { price, leader, leaderMaximum: top, reserveMet }
  }

  /** `taken`, or the code of the refusal. The caller passes the sequence of the engine's event; it counts if the action was public. */
  apply(command: Command, now: number, sequence: number): string {
    if (command.type === 'close') return this.#close(now, command.line?.bidders)
    if (command.type === 'fair-warning')
      return this.terms.auctionKind === 'live' ? (this.#phase(now) ?? 'taken') : 'not-live'
    if (command.type === 'hammer' || command.type === 'pass') return this.#closeEarly(command, now)
    if (command.type === 'open') return this.#open(now)
    if (command.type === 'void-bids') return this.#void(command.voided, now, command.bidders)
    if (command.type === 'firm-bid' || command.type === 'maximum') return this.#bid(command, now, sequence)
    if (command.type === 'lower-maximum') return this.#lower(command, now, sequence)
    throw new Error(`The reference model does not know ${command.type}`)
  }

  #bid(command: Extract<Command, { type: 'firm-bid' | 'maximum' }>, now: number, sequence: number): string {
    const phase = this.#phase(now)
    if (phase !== null) return phase
    const { bidder, amount } = command
    if (command.entry?.seen === NEVER_STOOD) return 'standing-moved'
    const before = this.standing()
    if (amount <= 0 || amount % this.terms.bidUnit !== 0) return 'not-a-bid-unit'
    const own = before.leader === bidder.id ? (before.leaderMaximum ?? 0) : 0
    if (own > 0 && command.type === 'maximum') {
      if (amount <= (command.entry === undefined ? own : (before.price ?? 0))) return 'maximum-not-raised'
    } else if (amount < (before.price === null ? this.terms.openingBid : this.#above(before.price))) {
      return 'below-next-bid'
    }
    const limit = command.facts.limit
    const held = command.type === 'maximum' ? amount : Math.max(own, amount)
    if (limit !== null && limit.committedElsewhere + held > limit.limit) return 'over-bidding-limit'
    // What the client has set covers it, which the desk doesn't learn.
    if (command.type === 'maximum' && amount <= own) return 'taken'

    this.status = 'open'
    const action: Action = {
      sequence,
      bidder: bidder.id,
      kind: command.type === 'maximum' ? 'maximum' : 'firm',
      amount,
    }
    const raised = this.actions.findLast((each) => each.bidder === bidder.id && each.kind !== 'lower')
    this.actions.push(action)
    const after = this.standing()
    const moved = after.price !== before.price || after.leader !== before.leader
    if (!moved) action.sequence = raised?.sequence ?? 0
    if (moved && now >= this.closesAt - this.terms.extensionWindowMs) {
      const end = Math.min(now + this.terms.extensionMs, this.terms.hardEndAt ?? Infinity)
      this.closesAt = Math.max(this.closesAt, end)
    }
    return 'taken'
  }

  #lower(command: Extract<Command, { type: 'lower-maximum' }>, now: number, sequence: number): string {
    const phase = this.#phase(now)
    if (phase !== null) return phase
    const { price, leader, leaderMaximum } = this.standing()
    const { bidder, amount } = command
    if (price === null || leaderMaximum === null || leader !== bidder.id) return 'no-live-maximum'
    if (amount === null && leaderMaximum === price) return 'maximum-committed'
    if (amount !== null && (amount <= 0 || amount % this.terms.bidUnit !== 0)) return 'not-a-bid-unit'
    if (amount !== null && amount < price) return 'maximum-committed'
    if (amount !== null && amount >= leaderMaximum) {
      return this.#bid({ type: 'maximum', bidder, amount, facts: command.facts }, now, sequence)
    }
    this.actions.push({ sequence: 0, bidder: bidder.id, kind: 'lower', amount: amount ?? price })
    return 'taken'
  }

  #void(sequences: number[], now: number, bidders: LeadFacts): string {
    const phase = this.#phase(now)
    if (phase !== null) return phase
    const isBid = (sequence: number) =>
      this.actions.some((action) => action.sequence === sequence && action.kind !== 'lower')
    if (sequences.length === 0 || !sequences.every(isBid)) return 'nothing-to-void'
    const { leader } = this.standing()
    this.#drop((action) => sequences.includes(action.sequence))
    this.#ask(bidders, leader)
    return 'taken'
  }

  #drop(isOut: (action: Action) => boolean): void {
    this.actions.splice(0, this.actions.length, ...this.actions.filter((action) => !isOut(action)))
  }

  /** Checks each bidder who gains the lead in turn, until one may hold it. */
  #ask(bidders: LeadFacts, holder: string | null): void {
    for (;;) {
      const { leader, leaderMaximum } = this.standing()
      const facts = bidders.get(leader ?? '')
      if (leader === null || leader === holder || facts === undefined) return
      const most = facts.limit === null ? Infinity : facts.limit.limit - facts.limit.committedElsewhere
      const holds = (amount: Money) =>
        facts.ineligible === null && (facts.limit === null || facts.limit.totalOf(amount) <= most)
      if (holds(leaderMaximum ?? 0)) return
      const isOver = (action: Action) => action.kind !== 'lower' && action.bidder === leader && !holds(action.amount)
      const over = this.actions.filter(isOver).map(({ sequence }) => sequence)
      this.#drop((action) => over.includes(action.sequence))
    }
  }

  #close(now: number, bidders: LeadFacts | undefined): string {
    if (this.status === 'scheduled' && now < (this.terms.opensAt ?? Infinity)) return 'lot-not-open'
    if (this.status !== 'scheduled' && this.status !== 'open') return 'lot-closed'
    if (now < this.closesAt) return 'not-due'
    if (bidders !== undefined) this.#ask(bidders, null)
    const { leader, reserveMet } = this.standing()
    if (leader === null) this.status = 'passed'
    else this.status = this.terms.reserve === null || reserveMet ? 'sold' : 'reserve-not-met'
    return 'taken'
  }

  /** Only of live lots, whose caller keeps the sequence: a standing that moved is refused before. */
  #closeEarly({ type, line }: Extract<Command, { type: 'hammer' | 'pass' }>, now: number): string {
    if (this.terms.auctionKind !== 'live') return 'not-live'
    const phase = this.#phase(now)
    if (phase !== null) return phase
    const kept = [...this.actions]
    if (line !== undefined) this.#ask(line.bidders, null)
    const { leader, reserveMet } = this.standing()
    const isSale = leader !== null && (this.terms.reserve === null || reserveMet)
    if (isSale !== (type === 'hammer')) {
      // A refused command changes nothing, the lead included.
      this.actions.splice(0, this.actions.length, ...kept)
      return type === 'hammer' ? 'nothing-to-hammer' : 'has-buyer'
    }
    this.status = isSale ? 'sold' : leader === null ? 'passed' : 'reserve-not-met'
    this.closesAt = now
    return 'taken'
  }

  #open(now: number): string {
    if (this.status !== 'scheduled') return this.#phase(now) ?? 'not-due'
    this.status = 'open'
    this.closesAt = now + this.terms.liveStartMs
    return 'taken'
  }

  #phase(now: number): string | null {
    if (this.status === 'scheduled' && now < (this.terms.opensAt ?? Infinity)) return 'lot-not-open'
    if (this.status !== 'scheduled' && this.status !== 'open') return 'lot-closed'
    return now >= this.closesAt ? 'lot-closed' : null
  }

  #above(price: Money): Money {
    return price + (this.terms.increments.filter(([from]) => from <= price).at(-1)?.[1] ?? 0)
  }
}

/** Each bidder's maximum, and the action that set it. Lowering never increases it. */
function maximumsOf(actions: Action[]): Map<string, { amount: Money; since: number }> {
  const held = new Map<string, { amount: Money; since: number }>()
  actions.forEach((action, since) => {
    const own = held.get(action.bidder)
    if (action.kind === 'lower') {
      if (own !== undefined) held.set(action.bidder, { amount: Math.min(own.amount, action.amount), since: own.since })
    } else if (own === undefined || action.amount > own.amount) {
      held.set(action.bidder, { amount: action.amount, since })
    }
  })
  return held
}
