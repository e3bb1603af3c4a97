import type { BidAnswer } from '#contract/bidding.ts'
import type { Absence, Bidder, Command, Money, Rejection } from '#engine'

/** A bidder's act on a lot, on its way to a lane. `bidId` was made by the client, once per press of a button. */
export type BidderAct = {
  by: 'bidder'
  bidId: string
  lotId: string
  bidder: Bidder
  kind: 'firm' | 'maximum' | 'buy-now' | 'lower-maximum' | TalkKind
  /** Minor units; null for buy-now, for withdrawing a maximum, and for showing it. */
  amount: Money | null
  /** Refused where the lot is locked later than this, in ms by the database's clock. */
  notAfter?: number | undefined
  /** The request that brought it, for log and traces. */
  requestId?: string
}

/** What the high bidder does in the talk after a close below the reserve. The amount names the offer that is meant. */
export type TalkKind = 'show-maximum' | 'offer' | 'accept-counter' | 'decline-counter' | 'retract-offer'

/** An act of the house: the clock's, or an administrator's with a person to name in the audit. */
export type HouseAct = {
  by: 'house'
  lotId: string
  command:
    | Exclude<Command, { facts: unknown } | { type: 'void-bids' | 'resume' | 'close' | 'restart-clock' }>
    | { type: 'void-bids'; voided: number[]; cause: string }
    /** Voids every bid of one account that counts; in the negotiation after a close its bid ends instead. `nothing-to-void` without one. */
    | { type: 'void-bidder'; accountId: string; cause: string }
    /** The high bidder withdraws: as above, but only while they lead and have made no bid at `unlessBidFrom` (ms) or later. */
    | { type: 'withdraw-bids'; accountId: string; cause: string; unlessBidFrom: number }
    | { type: 'resume'; cause: string }
    /** `absences`: when no server could take bids; how much of it the lot lost is judged under its lock. */
    | { type: 'close' | 'restart-clock'; absences: readonly Absence[] }
  /** Null: the clock. */
  actorId: string | null
  /** The halt that pauses the lot or lets it go on; `sequence`: of its own pause, the only one that it ends. */
  halt?: { id: string; sequence: number | null }
}

export type Act = BidderAct | HouseAct

/** What a lane answers: to a bidder the stored answer or refusal; to the house whether something happened. */
export type Outcome = { ok: true; answer: BidAnswer | null } | { ok: false; rejection: Rejection }
