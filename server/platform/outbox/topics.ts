import type { LotEvent } from '#engine'
import type { NoticeKind } from '../notices.ts'

/** How a lot's bidding ended. Instants in ms, amounts in minor units. */
type LotEnd = {
  lotId: string
  auctionId: string
  /** The high bidder, sold or not. */
  accountId: string | null
  hammer: number | null
  at: number
  /** The ledger event that ended it. */
  by: LotEvent['type']
}

/** The outbox payloads by topic, shared by senders and handlers. Stored as JSON. */
export type Topics = {
  /** One notice to one person; `sealed`: its facts, encrypted, in base64. `accountId` null: to an email address in `sealed`. */
  notice: { kind: NoticeKind; accountId: string | null; key: string; sealed: string }
  /**
   * A requested email. `accountId`: the requesting account, when there is a session. `knownTo`: accounts whose session or known device
   * requested it; these have their own quota of links, which strangers cannot use up. `passwordSince`: since when the password that was
   * entered for it is the account's; missing in requests of an older version.
   */
  'account-mail-asked': {
    what: 'confirm-email' | 'change-email' | 'reset-password'
    email: string
    accountId: string | null
    knownTo: readonly string[]
    passwordSince?: number | null
  }
  /** In the transaction that closes an account: features delete the personal data that they need not keep. */
  'account-closed': { accountId: string }
  /** A person registered with the code of a member, found through this channel. */
  'member-referred': { accountId: string; referrerId: string; channel: string }
  /** `reason`: as the audit log has it; `at` in ms. */
  'account-suspended': { accountId: string; actorId: string; reason: string; at: number }
  /** The fee was refunded. */
  'membership-refunded': { accountId: string }
  'document-decided': {
    caseId: string
    accountId: string
    state: 'submitted' | 'approved' | 'asked-again' | 'rejected' | 'rejected-finally' | 'withdrawn'
    note: string | null
  }
  /** A person's identity was refused for good. */
  'verification-rejected-finally': { accountId: string }
  /** Pictures of documents may be deleted now: files are deleted after the commit, with retries until it succeeds. */
  'documents-may-go': { accountId: string }
  'lots-published': { lotIds: string[] }
  /** Published lots, whose fees for relisting are booked. */
  'lots-to-settle': { lotIds: string[] }
  'vehicles-changed': { vehicleIds: string[] }
  /** A published lot was corrected, ended or not. */
  'facts-corrected': { lotId: string; correctionId: string }
  'lot-sold': LotEnd
  'lot-passed': LotEnd
  /** Bidding ended below the reserve; what follows is a negotiation. */
  'lot-reserve-not-met': LotEnd
  'lot-withdrawn': LotEnd
  /** A step of a negotiation. Its content is sealed in the ledger and not in the message. */
  'negotiation-step': { lotId: string; sequence: number }
  /** Bids on an open lot were voided; `sequence`: of that entry of its ledger. */
  'bids-voided': { lotId: string; sequence: number }
  /** A sale was voided after its close. `accountId`: the buyer; `at` in ms. */
  'sale-voided': {
    lotId: string
    reason: string
    actorId: string | null
    accountId: string | null
    defaulted: boolean
    at: number
  }
  /** The buyer of a lot has its vehicle. `actorId`: who handed it over. */
  'vehicle-collected': { lotId: string; actorId: string }
  /** Part or all of the invoice of a sale was credited. */
  'invoice-credited': { lotId: string }
  /** A pending bid of a person whose identity is verified now. */
  'pending-bid-joins': { pendingId: string; accountId: string }
  /** An auction was canceled; its lots are withdrawn once everyone who follows them is notified. */
  'auction-canceled': { auctionId: string; reason: string }
  /** A message from an auctioneer to everyone who follows a lot of the auction. */
  'auction-message': { auctionId: string; messageId: string; text: string }
}

export type Topic = keyof Topics

/** What has happened, as the owner reads it in the list of background work and in the audit log. */
const TOPIC_WORDS: Record<Topic, string> = {
  notice: 'Notice to send',
  'account-mail-asked': 'Account email requested',
  'account-closed': 'Account closed',
  'member-referred': 'Member referred',
  'account-suspended': 'Account suspended',
  'membership-refunded': 'Membership fee refunded',
  'document-decided': 'ID decided',
  'verification-rejected-finally': 'ID rejected permanently',
  'documents-may-go': 'ID pictures to delete',
  'lots-published': 'Lots published',
  'lots-to-settle': 'Seller fees to book',
  'vehicles-changed': 'Vehicles changed',
  'facts-corrected': 'Lot corrected',
  'lot-sold': 'Lot sold',
  'lot-passed': 'Lot passed',
  'lot-reserve-not-met': 'Lot closed below its reserve',
  'lot-withdrawn': 'Lot withdrawn',
  'negotiation-step': 'Negotiation step',
  'bids-voided': 'Bids voided',
  'sale-voided': 'Sale undone',
  'vehicle-collected': 'Vehicle picked up',
  'invoice-credited': 'Invoice credited',
  'pending-bid-joins': 'Pending bid to place',
  'auction-canceled': 'Auction canceled',
  'auction-message': 'Message to bidders',
}

/** By topic. A message of an earlier release may have a topic that is gone: it has no words. */
export const topicWords: ReadonlyMap<string, string> = new Map(Object.entries(TOPIC_WORDS))

/** A message before it is written. */
export type Message = { [T in Topic]: [topic: T, payload: Topics[T]] }[Topic]

/** The topics with which bidding announces a lot's end. */
export const LOT_ENDS = ['lot-sold', 'lot-passed', 'lot-reserve-not-met', 'lot-withdrawn'] as const
