import type { BidAnswer } from '#contract/bidding/bidding.ts'
import type { Absence, Bidder, Command, DeskEntry, Money, Rejection } from '#engine'

/** A bidder's command on a lot, on its way to a lane. The client makes `bidId`, one per button press. */
export type BidderAction = {
  by: 'bidder'
  bidId: string
  lotId: string
  bidder: Bidder
  kind: 'firm' | 'maximum' | 'buy-now' | 'lower-maximum' | NegotiationKind
  /** Minor units; null for buy-now, for withdrawing a maximum, and for showing it. */
  amount: Money | null
  /** Refused if the lot is locked later than this, in ms by the database's clock. */
  notAfter?: number | undefined
  /** Set where the auctioneer `actorId` entered a client's bid. */
  entry?: DeskEntry & { actorId: string }
  /** The request it came with, for the log and traces. */
  requestId?: string
}

/** What the high bidder does in the negotiation after a close below the reserve. `amount` identifies the offer being answered. */
export type NegotiationKind = 'show-maximum' | 'offer' | 'accept-counter' | 'decline-counter' | 'retract-offer'

/** A command of the company: the clock's, or an administrator's, whose account the audit names. */
export type StaffAction = {
  by: 'company'
  lotId: string
  command:
    | Exclude<
        Command,
        { facts: unknown } | { type: 'void-bids' | 'resume' | 'close' | 'restart-clock' | 'hammer' | 'pass' }
      >
    | { type: 'void-bids'; voided: number[]; cause: string }
    /** Voids an account's counting bids; in the negotiation after a close, its bid ends. `nothing-to-void` if it has none. */
    | { type: 'void-bidder'; accountId: string; cause: string }
    /** The high bidder withdraws: as above, but only while they lead and have made no bid at `unlessBidFrom` (ms) or later. */
    | { type: 'withdraw-bids'; accountId: string; cause: string; unlessBidFrom: number }
    | { type: 'resume'; cause: string }
    /** `absences`: when no server could take bids. How much of that the lot lost is decided under its lock. */
    | { type: 'close' | 'restart-clock'; absences: readonly Absence[] }
    | { type: 'hammer' | 'pass'; seen: number; absences: readonly Absence[] }
  /** Null for the clock. */
  actorId: string | null
  /** Why, for the audit log, where the command itself has no cause. */
  reason?: string | undefined
  /** The halt that pauses or resumes the lot; `sequence`: of the halt's own pause, the only one it ends. */
  halt?: { id: string; sequence: number | null }
}

export type Action = BidderAction | StaffAction

/** What a lane answers: the stored answer or refusal for a bidder; whether something happened for the company. */
export type Outcome = { ok: true; answer: BidAnswer | null } | { ok: false; rejection: Rejection }
