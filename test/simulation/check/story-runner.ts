import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { SealedLine } from '#contract/bidding/ledger.ts'
import { ReferenceModel, type ReferenceStanding } from '../../../engine/reference-model.test-support.ts'
import type { Sent } from '../actors/bidder.ts'
import type { PlannedLot } from '../plan.ts'

/** A row of the ledger, or a sealed one, as the database holds it, with who did it. */
export type Entry = {
  line: LedgerLine | SealedLine
  bidId: string | null
  bidderId: string | null
  committedAt: number
}

/** Events that may follow a close and don't change the result of the bidding. */
const AFTER_THE_CLOSE = new Set(['freed', 'lapsed', 'offered', 'approved', 'agreed'])

/**
 * Goes through one lot's ledger line by line, derives from the sent bids what each line must be, and records every difference. Prices
 * and leaders come from the reference model of the engine's tests, which is independent of the engine.
 */
export class StoryRunner {
  readonly faults: string[] = []
  readonly lot: PlannedLot
  closesAt: number | null
  status: 'scheduled' | 'open' | 'sold' | 'reserve-not-met' | 'passed' = 'scheduled'
  sequence = 0
  sealedCount = 0
  extensions = 0
  /** The bidder who used buy-now, and the price owed. */
  bought: { bidder: string; price: number } | null = null
  /** After a close below the reserve: the high bidder is no longer bound. */
  isFreed = false
  /** Since when time without a server counts: the lot is open, and no outage extension has made up for it since. */
  countsFrom: number | null = null
  /** The state of the lot after each sequence: what a watcher must receive, and from when lost time counts. */
  readonly shown: {
    price: number | null
    leader: number | null
    closesAt: number | null
    status: string
    countsFrom: number | null
  }[] = []
  #referenceModel: ReferenceModel
  #lastAt = 0
  #lastCommittedAt = 0
  #paddles = new Map<string, number>()
  /** Lines that must follow next. */
  #due: { type: 'reserve-met' | 'extended' | 'closed'; closesAt?: number }[] = []

  constructor(lot: PlannedLot) {
    this.lot = lot
    this.closesAt = lot.terms.scheduledCloseAt
    this.countsFrom = lot.terms.opensAt
    this.#referenceModel = new ReferenceModel(lot.terms)
    this.#show()
  }

  standing(): ReferenceStanding {
    return this.#referenceModel.standing()
  }

  /** How much of a bidder's money the lot binds now: the total for its price, or for the maximum. */
  boundOf(bidder: string): number {
    if (this.bought !== null) return this.bought.bidder === bidder ? this.totalOf(this.bought.price) : 0
    const { leader, leaderMaximum, price } = this.standing()
    if (leader !== bidder || this.status === 'passed' || this.isFreed) return 0
    return this.totalOf((this.status === 'sold' ? price : leaderMaximum) ?? 0)
  }

  /** Price, premium and fee, each with its tax; every share is rounded half up separately. */
  totalOf(price: number): number {
    const { premium, fee, tax } = this.lot.costs
    const share = (amount: number, basisPoints: number) => Math.round((amount * basisPoints) / 10_000)
    return [price, share(price, premium), fee].reduce((sum, amount) => sum + amount + share(amount, tax), 0)
  }

  take(entry: Entry, sent: Sent | undefined): void {
    const { line } = entry
    this.#time(entry)
    if ('number' in line) return this.#sealed(entry, line, sent)
    this.sequence += 1
    if (line.sequence !== this.sequence) this.#wrong(`sequence ${line.sequence} where ${this.sequence} is next`)
    const due = this.#due.shift()
    if (due !== undefined && (due.type !== line.type || (due.closesAt !== undefined && due.closesAt !== line.closesAt)))
      this.#wrong(`line ${line.sequence} is ${line.type}, due is ${due.type} ${due.closesAt ?? ''}`)
    else this.#line(entry, line, sent, due !== undefined)
    this.#show()
  }

  #time({ line, committedAt }: Entry): void {
    const name = nameOf(line)
    if (line.at < this.#lastAt) this.#wrong(`${name} is earlier than the one before it`)
    if (line.at > committedAt) this.#wrong(`${name} is later than its commit`)
    // The clock is read under the lot's lock, which the commit before this one held.
    if (committedAt !== this.#lastCommittedAt && line.at < Math.floor(this.#lastCommittedAt))
      this.#wrong(`${name} is earlier than the commit before it`)
    this.#lastAt = line.at
    this.#lastCommittedAt = committedAt
  }

  /** A sealed line: it has its own number, and the public standing doesn't change. */
  #sealed(entry: Entry, line: SealedLine, sent: Sent | undefined): void {
    this.sealedCount += 1
    if (line.number !== this.sealedCount) this.#wrong(`${nameOf(line)} where ${this.sealedCount} is next`)
    if (line.after !== this.sequence)
      this.#wrong(`${nameOf(line)} follows ${line.after}, and ${this.sequence} was last`)
    if (this.#due.length > 0) this.#wrong(`${nameOf(line)} where ${this.#due[0]!.type} is due`)
    if (this.status !== 'scheduled' && this.status !== 'open') return this.#wrong(`${nameOf(line)} after the close`)
    if (sent === undefined) this.#wrong(`nobody sent ${nameOf(line)}`)
    else this.#bid(entry, sent)
  }

  #line(entry: Entry, line: LedgerLine, sent: Sent | undefined, isDue: boolean): void {
    const isOver = this.status !== 'scheduled' && this.status !== 'open'
    if (isOver && !AFTER_THE_CLOSE.has(line.type)) return this.#wrong(`${line.type} after the close`)
    switch (line.type) {
      case 'opened':
        return this.#opened(line)
      case 'bid-placed':
        return sent === undefined ? this.#wrong(`nobody sent the bid of line ${line.sequence}`) : this.#bid(entry, sent)
      case 'bought-now':
        return sent === undefined ? this.#wrong(`nobody bought at line ${line.sequence}`) : this.#buy(line, sent)
      case 'reserve-met':
        return isDue ? undefined : this.#wrong('the reserve is met out of order')
      case 'fair-warning':
        return this.#warned(line)
      case 'extended':
        return this.#extended(line, isDue)
      case 'closed':
        return this.#closed(line)
      default:
        if (!isOver) this.#wrong(`${line.type} before the close`)
        if (line.type === 'freed') this.isFreed = true
        if (line.type === 'lapsed') this.status = 'passed'
    }
  }

  #opened(line: LedgerLine): void {
    const { terms } = this.lot
    if (this.status !== 'scheduled') this.#wrong('opened twice')
    if (terms.auctionKind === 'timed' && (line.at < terms.opensAt! || line.closesAt !== terms.scheduledCloseAt))
      this.#wrong('opened too early, or with another end')
    if (terms.auctionKind === 'live' && line.closesAt !== line.at + terms.liveStartMs)
      this.#wrong('opened with another end')
    this.status = 'open'
    this.countsFrom = terms.opensAt ?? line.at
    this.closesAt = line.closesAt ?? null
  }

  #bid({ line, bidderId }: Entry, sent: Sent): void {
    const { terms } = this.lot
    const before = this.standing()
    const mayWait = terms.auctionKind === 'live' && sent.kind !== 'firm'
    if (this.status !== 'open' && !(mayWait && this.status === 'scheduled')) this.#wrong(`a bid while ${this.status}`)
    if (this.closesAt !== null && line.at >= this.closesAt) this.#wrong(`${nameOf(line)}: a bid at or after the close`)
    if (bidderId !== sent.bidderId || line.paddle !== sent.paddle) this.#wrong(`${nameOf(line)} is of another bidder`)
    this.#paddles.set(sent.bidderId, sent.paddle)
    this.#amount(line, sent, before)
    const isLower = 'number' in line && line.change !== 'raised'
    const kind = isLower ? 'lower' : sent.kind === 'firm' ? 'firm' : 'maximum'
    this.#referenceModel.actions.push({
      sequence: this.sequence,
      bidder: sent.bidderId,
      kind,
      amount: sent.amount ?? before.price ?? 0,
    })
    const after = this.standing()
    if (!('number' in line) && (line.price !== after.price || line.leader !== this.#paddles.get(after.leader ?? '')))
      this.#wrong(
        `line ${line.sequence} says ${line.price}, ${line.leader}; the rules give ${after.price}, ${after.leader}`,
      )
    const hasMoved = after.price !== before.price || after.leader !== before.leader
    if (hasMoved !== (line.type === 'bid-placed')) this.#wrong(`${nameOf(line)} is ${line.type} and moves otherwise`)
    if (after.reserveMet && !before.reserveMet) this.#due.push({ type: 'reserve-met' })
    if (hasMoved) this.#expectExtension(line.at)
  }

  #expectExtension(at: number): void {
    const { extensionWindowMs, extensionMs, hardEndAt } = this.lot.terms
    if (this.closesAt === null || this.closesAt - at > extensionWindowMs) return
    const moved = Math.min(at + extensionMs, hardEndAt ?? Number.POSITIVE_INFINITY)
    if (moved > this.closesAt) this.#due.push({ type: 'extended', closesAt: moved })
  }

  #amount(line: LedgerLine | SealedLine, sent: Sent, before: ReferenceStanding): void {
    const { terms } = this.lot
    const { amount } = sent
    const leads = before.leader === sent.bidderId
    if ('number' in line && line.change !== 'raised') {
      if (!leads || (amount !== null && amount < (before.price ?? 0)))
        this.#wrong('a maximum was lowered that was not free')
      return
    }
    if (amount === null || amount % terms.bidUnit !== 0) return this.#wrong(`${nameOf(line)}: not a bid unit`)
    if (!('number' in line) && line.kind === 'firm' && line.amount !== amount)
      this.#wrong(`${nameOf(line)} has another amount`)
    if (leads && sent.kind !== 'firm') {
      if (amount <= (before.leaderMaximum ?? 0)) this.#wrong(`${nameOf(line)}: a maximum that is no raise`)
    } else if (amount < this.nextBid())
      this.#wrong(`${nameOf(line)}: ${amount} is below the next bid ${this.nextBid()}`)
  }

  /** The least that a firm bid must be now. */
  nextBid(): number {
    const { price } = this.standing()
    const { increments, openingBid } = this.lot.terms
    return price === null ? openingBid : price + (increments.filter(([from]) => from <= price).at(-1)?.[1] ?? 0)
  }

  #buy(line: LedgerLine, sent: Sent): void {
    const { terms } = this.lot
    const { price, reserveMet } = this.standing()
    const stillReserve = terms.buyNowUntil === 'price-reached' || (terms.reserve !== null && !reserveMet)
    const isOffered = terms.buyNow !== null && (price === null || (price < terms.buyNow && stillReserve))
    if (!isOffered || sent.kind !== 'buy-now' || line.price !== terms.buyNow)
      this.#wrong('bought where nothing was offered')
    if (this.closesAt === null || line.at >= this.closesAt || this.status !== 'open')
      this.#wrong('bought outside of the auction')
    this.bought = { bidder: sent.bidderId, price: terms.buyNow ?? 0 }
    this.closesAt = line.at
    this.#paddles.set(sent.bidderId, sent.paddle)
    this.#due.push({ type: 'closed' })
  }

  #extended(line: LedgerLine, isDue: boolean): void {
    if (!isDue && line.cause !== 'outage') this.#wrong('extended without a reason')
    if (line.cause === 'outage') this.#madeUp(line)
    this.closesAt = line.closesAt ?? null
    this.extensions += 1
  }

  /** A timed lot gets an outage extension at its scheduled close; a live one gets its full clock again as soon as bids are accepted. */
  #madeUp(line: LedgerLine): void {
    const { auctionKind, outageExtensionMs, liveStartMs } = this.lot.terms
    const due = this.closesAt ?? Number.POSITIVE_INFINITY
    if (auctionKind === 'timed' && line.at < due) this.#wrong('an outage before the end')
    const moved = auctionKind === 'timed' ? line.at + outageExtensionMs : Math.max(due, line.at + liveStartMs)
    if (line.closesAt !== moved) this.#wrong('an outage of another length')
    this.countsFrom = line.at
  }

  #warned(line: LedgerLine): void {
    const runs = this.status === 'open' && this.closesAt !== null && line.at < this.closesAt
    if (this.lot.terms.auctionKind !== 'live' || !runs) this.#wrong('a fair warning on a lot that is not on the block')
  }

  #closed(line: LedgerLine): void {
    const { price, leader, reserveMet } = this.standing()
    const isHammer = line.cause === 'auctioneer'
    if (isHammer && this.lot.terms.auctionKind !== 'live') this.#wrong('a timed lot has no auctioneer')
    if (this.bought === null && !isHammer && (this.closesAt === null || line.at < this.closesAt))
      this.#wrong('closed before its end')
    if (isHammer && (this.closesAt === null || line.at >= this.closesAt)) this.#wrong('the hammer fell after the end')
    if (isHammer) this.closesAt = line.at
    const isSold = this.bought !== null || this.lot.terms.reserve === null || reserveMet
    const outcome = this.bought === null && leader === null ? 'passed' : isSold ? 'sold' : 'reserve-not-met'
    const hammer = this.bought?.price ?? price
    const winner = this.#paddles.get(this.bought?.bidder ?? leader ?? '') ?? null
    if (line.outcome !== outcome || line.price !== hammer || line.leader !== winner)
      this.#wrong(
        `closed ${line.outcome} at ${line.price} to ${line.leader}; the rules give ${outcome} at ${hammer} to ${winner}`,
      )
    if (line.sealed?.count !== this.sealedCount) this.#wrong('the close counts other sealed events')
    this.status = outcome
  }

  /** Every required line has come. */
  end(): void {
    if (this.#due.length > 0) this.#wrong(`${this.#due[0]!.type} never came`)
  }

  #show(): void {
    const { price, leader } = this.standing()
    this.shown[this.sequence] = {
      price: this.bought?.price ?? price,
      leader: this.#paddles.get(this.bought?.bidder ?? leader ?? '') ?? null,
      closesAt: this.closesAt,
      status: this.status,
      countsFrom: this.countsFrom,
    }
  }

  #wrong(what: string): void {
    this.faults.push(`lot ${this.lot.id.slice(-1)}: ${what}`)
  }
}

function nameOf(line: LedgerLine | SealedLine): string {
  return 'number' in line ? `sealed line ${line.number}` : `line ${line.sequence}`
}
