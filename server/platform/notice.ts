import type { Kysely } from 'kysely'
import type { House } from './house.ts'
import type { Keys } from './keys.ts'

type Money = { amount: number; currency: string }
type AboutLot = { lotId: string; lotNumber: number; title: string; currency: string }
/** `dueOn`: the day in the time zone of the house (2026-11-25); missing in notices from before it was kept. */
type Due = { dueAt: number; dueOn?: string }
type AboutInvoice = { invoiceId: string; number: string; currency: string }

/**
 * What people are told, by kind, with the facts the words need. Money in minor units, instants in ms, links as paths on our origin.
 * Links may be secrets of the person: facts are sealed wherever they are kept.
 */
export type Notices = {
  'email-confirmation': { link: string }
  'password-reset': { link: string }
  'account-security': { what: string }
  /** `voided`: lots on which the suspension voided this person's bids; `cause`: as their ledgers say it. */
  'account-suspended': { voided: { lotNumber: number; title: string }[]; cause: string }
  /** Somebody else named this person's address, to open an account or to move one there. */
  'address-taken': { attempt: 'register' | 'change' }
  'fee-receipt': Money & { paymentId: string }
  /** Money that was sent back, once it was sent. `what`: what it had been paid for. */
  'refund-sent': Money & { what: string; reason: string; invoiceId: string | null; membershipEnded: boolean }
  /** `what`: what the payment was for. `failed`: the bank did not carry it out, after days. `undone`: a transfer was counted for it by mistake. */
  'payment-news': Money & {
    news: 'failed' | 'undone' | 'disputed' | 'dispute-won' | 'dispute-lost'
    what: string
    invoiceId: string | null
  }
  /** `asked-again`: nothing is wrong with the document but the picture of it. `rejected-finally`: no other can be sent. */
  'document-decided': {
    decision: 'approved' | 'asked-again' | 'rejected' | 'rejected-finally'
    reason: string | null
  }
  outbid: AboutLot & { price: number; nextBid: number; closesAt: number | null; bidAt: number }
  'ending-soon': AboutLot & { closesAt: number }
  /** `by`: how it came to the sale; absent or `closed`: the hammer fell. */
  won: AboutLot & {
    hammer: number
    by?: 'closed' | 'approved' | 'agreed'
    /** `pickup`: where the vehicle stands. Null: no invoice was issued yet. */
    invoice: { id: string; number: string; total: number; dueOn: string; pickup: string } | null
  }
  /** How a lot that the reader had bid on ended without them. */
  lost: AboutLot & ({ outcome: 'sold'; hammer: number } | { outcome: 'not-sold' | 'withdrawn' })
  /** A step of the negotiation after a close below the reserve. `by` null: time did it; `side`: whose side reads it; `answerBy` in ms. */
  'reserve-talk': AboutLot & {
    what: 'closed' | 'countered' | 'offered' | 'declined' | 'freed' | 'agreed' | 'lapsed'
    by: 'house' | 'bidder' | null
    side: 'house' | 'bidder'
    amount: number | null
    answerBy: number | null
  }
  /** A sale that was undone after its close. `defaulted`: because it was not paid for. */
  'sale-voided': AboutLot & { reason: string; defaulted: boolean }
  /** What the auctioneer says to everybody who follows a lot of a sale. */
  'sale-message': { auctionId: string; title: string; says: string }
  /**
   * Facts of a lot that this person bid on or watches. `withdrawUntil`: the high bidder may withdraw until then (ms). `bought`: the lot
   * was sold to this person before the correction.
   */
  'facts-corrected': AboutLot & {
    reason: string
    changes: { name: string; before: string; after: string }[]
    withdrawUntil: number | null
    bought?: boolean
  }
  'parked-bid': AboutLot & { says: string }
  /** What this person asked about a lot. */
  'question-answered': Omit<AboutLot, 'currency'> & { question: string; answer: string }
  /** `reminder`: it is due soon; `total` is then what is left to pay. */
  invoice: AboutInvoice & Due & { total: number; reminder?: boolean }
  'invoice-overdue': AboutInvoice & Due & { owed: number; lateFee: number }
  'invoice-paid': AboutInvoice & { total: number }
  /** A part of what an invoice asks for; `owed`: what is left. */
  'payment-received': AboutInvoice & Due & { amount: number; owed: number }
  /** `creditNote`: its number. `total`: what it takes off the invoice. `refund`: how much of that goes back. `owed`: what is left to pay. */
  /** Money that came and was not needed: the person's credit. */
  credit: Money
  'credit-note': AboutInvoice & {
    creditNote: string
    total: number
    refund: number
    owed: number
    cancelled: boolean
    reason: string
  }
  'ticket-reply': { reference: string; link: string }
  /** `stop`: switches the alerts of this search off without a log-in. */
  'saved-search': { name: string; count: number; link: string; titles: string[]; stop: string }
}

export type NoticeKind = keyof Notices

export type Notice<K extends NoticeKind = NoticeKind> = {
  kind: K
  accountId: string
  /** Names the event. Notices are deduplicated by key: nobody is told of one event twice. */
  key: string
  /** What the words need. Never the recipient: a fact that is named `to` does not compile. */
  facts: Notices[K] & { to?: never }
  /** The email address, where it is not the account's: one that is yet to be confirmed, or was just replaced. */
  to?: string
}

export const NOTICE = 'notice'

/** What is kept of a notice, encrypted. `to` as in {@link Notice}; null: the account's own address. */
export type SealedNotice<K extends NoticeKind = NoticeKind> = { facts: Notices[K]; to: string | null }

/** What the outbox carries of a notice. */
export type NoticePayload = { kind: NoticeKind; accountId: string; key: string; sealed: string }

/** Has a person told, exactly once, after the transaction commits. The notifications room decides how: in page, by mail, by push. */
export async function notify<K extends NoticeKind, T>(
  house: House,
  trx: Kysely<T>,
  { kind, accountId, key, facts, to }: Notice<K>,
): Promise<void> {
  const sealed = sealNotice(house.keys, { facts, to: to ?? null }).toString('base64')
  const payload: NoticePayload = { kind, accountId, key, sealed }
  await house.outbox.add(trx, NOTICE, payload)
}

export function sealNotice(keys: Keys, notice: SealedNotice): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(notice)), NOTICE)
}

export function openNotice(keys: Keys, sealed: Buffer): SealedNotice {
  return JSON.parse(keys.open(sealed, NOTICE).toString()) as SealedNotice
}

/** Facts and address of a notice back from its payload. */
export function noticeOf(house: House, payload: NoticePayload): SealedNotice {
  return openNotice(house.keys, Buffer.from(payload.sealed, 'base64'))
}
