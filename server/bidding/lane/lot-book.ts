import {
  evolve,
  isSealed,
  type LotEvent,
  type LotState,
  type Money,
  type NumberedEvent,
  type SealedEvent,
  type Terms,
} from '#engine'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { Keys } from '#server/platform/keys.ts'
import {
  chain,
  publicLine,
  sealAmount,
  sealedAmount,
  sealedChainStart,
  sealedLine,
  secretOf,
  type SealedChain,
} from '../ledger-line.ts'
import { totalBy, type LotCosts } from '../commitments.ts'
import { stateOf, type StandingRow } from '../present.ts'
import { sealEvent } from '../sealed.ts'

/** One new row of the ledger. */
export type NewLedgerRow = {
  lotId: string
  sequence: number
  event: LotEvent
  line: LedgerLine
  text: string
  hash: Buffer
  bidderId: string | null
  bidId: string | null
  sealed: Buffer | null
}

/** One new row of the sealed ledger. `after`: the sequence of the public event it followed. */
export type NewSealedRow = {
  lotId: string
  number: number
  after: number
  event: SealedEvent
  text: string
  hash: Buffer
  bidId: string
  sealed: Buffer
}

/**
 * One lot while a batch is decided: its terms, its state, and the ledger rows the batch adds. Invariants: `hash` is the hash of the last
 * row, and rows continue from the state's sequence without a gap; the same for `sealedChain` and the sealed rows, by their own number.
 */
export class LotBook {
  readonly lotId: string
  readonly auctionId: string
  readonly sellerId: string | null
  readonly terms: Terms
  /** The auction's currency, and what a price on this lot commits, if the batch has read the lot's costs. */
  readonly currency: string | undefined
  readonly totalOf: (price: Money) => Money
  readonly before: LotState
  readonly rows: NewLedgerRow[] = []
  readonly sealedRows: NewSealedRow[] = []
  /** All events the batch added, in order. */
  readonly added: NumberedEvent[] = []
  state: LotState
  hash: Buffer
  sealedChain: SealedChain
  #keys: Keys

  constructor(row: StandingRow, keys: Keys, costs: ReturnType<LotCosts['get']>) {
    this.lotId = row.lot_id
    this.auctionId = row.auction_id
    this.sellerId = row.seller_id
    this.terms = row.terms
    this.currency = costs?.currency
    this.totalOf = totalBy(costs?.costs)
    this.before = stateOf(row, keys)
    this.state = this.before
    this.hash = row.last_hash
    this.sealedChain = { count: row.sealed_count, hash: row.sealed_hash ?? sealedChainStart(row.lot_id) }
    this.#keys = keys
  }

  /** Whether the batch changed anything about the lot, public or sealed. */
  get isChanged(): boolean {
    return this.added.length > 0
  }

  /** Appends events to the ledger and advances the state. `bidId` is null for commands of the company. */
  append(events: LotEvent[], bidId: string | null): void {
    for (const event of events) {
      this.state = evolve(this.state, event)
      if (isSealed(event)) this.#appendSealed(event, bidId)
      else this.#appendPublic(event, bidId)
    }
  }

  #appendPublic(event: Exclude<LotEvent, SealedEvent>, bidId: string | null): void {
    const { sequence } = this.state
    const amount = sealedAmount(event)
    const actionId = event.type === 'countered' ? event.offerId : bidId
    const seal = amount === null || actionId === null ? null : sealAmount(this.#keys, actionId, amount)
    const line = publicLine(event, sequence, seal, this.sealedChain)
    const text = JSON.stringify(line)
    this.hash = chain(this.hash, text)
    const secret = secretOf(event)
    this.added.push({ sequence, event })
    this.rows.push({
      lotId: this.lotId,
      sequence,
      event,
      line,
      text,
      hash: this.hash,
      bidderId: 'bidder' in event ? event.bidder.id : null,
      bidId: 'bidder' in event ? bidId : null,
      sealed: secret === null ? null : sealEvent(this.#keys, this.lotId, secret),
    })
  }

  #appendSealed(event: SealedEvent, bidId: string | null): void {
    if (bidId === null) throw new Error('only a bidder changes a maximum')
    const number = this.sealedChain.count + 1
    const after = this.state.sequence
    const text = JSON.stringify(sealedLine(event, number, after, sealAmount(this.#keys, bidId, event.amount)))
    const hash = chain(this.sealedChain.hash, text)
    this.sealedChain = { count: number, hash }
    this.added.push({ sequence: after, event, sealedNumber: number })
    const sealed = sealEvent(this.#keys, this.lotId, { amount: event.amount })
    this.sealedRows.push({ lotId: this.lotId, number, after, event, text, hash, bidId, sealed })
  }
}
