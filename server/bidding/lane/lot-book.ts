import { evolve, type LotEvent, type LotState, type Money, type Terms } from '#engine'
import type { LedgerLine } from '#contract/bidding.ts'
import type { Keys } from '#server/platform/keys.ts'
import { chain, publicLine, sealAmount, sealedAmount, secretOf } from '../ledger-line.ts'
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

/**
 * One lot while a batch is decided: its terms, its state, and the ledger rows the batch adds. Invariant: `hash` is the hash of the
 * last row, and rows number on from the state's sequence without a gap.
 */
export class LotBook {
  readonly lotId: string
  readonly auctionId: string
  readonly sellerId: string | null
  readonly terms: Terms
  /** What a price on this lot commits, where the batch has read what the lot costs. */
  readonly totalOf: (price: Money) => Money
  readonly before: LotState
  readonly rows: NewLedgerRow[] = []
  state: LotState
  hash: Buffer
  #keys: Keys

  constructor(row: StandingRow, keys: Keys, totalOf: (price: Money) => Money) {
    this.lotId = row.lot_id
    this.auctionId = row.auction_id
    this.sellerId = row.seller_id
    this.terms = row.terms
    this.totalOf = totalOf
    this.before = stateOf(row, keys)
    this.state = this.before
    this.hash = row.last_hash
    this.#keys = keys
  }

  /** Appends events to the ledger and moves the state on. `bidId` is null for acts of the house. */
  append(events: LotEvent[], bidId: string | null): void {
    for (const event of events) {
      this.state = evolve(this.state, event)
      const { sequence } = this.state
      const amount = sealedAmount(event)
      const actId = event.type === 'countered' ? event.offerId : bidId
      const seal = amount === null || actId === null ? null : sealAmount(this.#keys, actId, amount)
      const line = publicLine(event, sequence, seal)
      const text = JSON.stringify(line)
      this.hash = chain(this.hash, text)
      const secret = secretOf(event)
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
  }
}
