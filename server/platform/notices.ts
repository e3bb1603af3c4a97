type Money = { amount: number; currency: string }
type AboutLot = { lotId: string; lotNumber: number; title: string; currency: string }
/** `dueOn`: the day in the company's time zone (2026-11-25); missing in notices from before it was stored. */
type Due = { dueAt: number; dueOn?: string }
/** `subject`: what it charges; absent in notices that an earlier release recorded. */
type AboutInvoice = {
  invoiceId: string
  number: string
  currency: string
  subject?: { kind: 'sale' | 'late-fee' | 'storage'; lotNumber: number | null; title: string }
}

/**
 * The kinds of notices, with the facts their text needs. Money in minor units, instants in ms, links as paths on our origin. Links may
 * be personal secrets, so facts are sealed wherever they are stored.
 */
export type Notices = {
  'email-confirmation': { link: string }
  'password-reset': { link: string }
  /** `roles`, `by`: as the email names them. */
  'staff-invitation': { link: string; roles: string; by: string; days: number }
  /** Proves to the owner that email leaves this server. `from`: the configured sender, if any. */
  'test-email': { from: string | null }
  /** `closed`: the account is closed with it, so there is nothing to review. */
  'account-security': { what: string; closed?: true }
  /** `voided`: lots on which the suspension voided this person's bids; `cause`: as recorded in their ledgers. */
  'account-suspended': { voided: { lotNumber: number; title: string }[]; cause: string }
  /** Another person entered this person's address, to open an account or to change an address to it. */
  'address-taken': { attempt: 'register' | 'change' }
  'fee-receipt': Money & { paymentId: string }
  /** A refund, after it was sent. `what`: what had been paid for. */
  /** `byBank`: sent from our bank account, although it was paid otherwise. */
  'refund-sent': Money & {
    what: string
    reason: string
    invoiceId: string | null
    membershipEnded: boolean
    byBank?: boolean
  }
  /** `what`: what was paid for. `failed`: the bank did not execute it, days later. `undone`: a transfer was credited by mistake. */
  'payment-news': Money & {
    news: 'failed' | 'undone' | 'disputed' | 'dispute-won' | 'dispute-lost'
    what: string
    invoiceId: string | null
  }
  /** `asked-again`: the document is fine, its picture is not. `rejected-finally`: no other document can be sent. */
  'document-decided': {
    decision: 'approved' | 'asked-again' | 'rejected' | 'rejected-finally'
    reason: string | null
    /** With `approved`: our team has to approve the person before they can bid. */
    waits?: boolean
  }
  outbid: AboutLot & { price: number; nextBid: number; closesAt: number | null; bidAt: number }
  'ending-soon': AboutLot & { closesAt: number }
  /** `by`: how the lot was sold; absent or `closed`: the hammer fell. */
  won: AboutLot & {
    hammer: number
    by?: 'closed' | 'approved' | 'agreed'
    /** `pickup`: where the vehicle is. Null: no invoice was issued yet. */
    invoice: { id: string; number: string; total: number; dueOn: string; pickup: string } | null
  }
  /** The outcome of a lot that the reader bid on and did not win. */
  lost: AboutLot & ({ outcome: 'sold'; hammer: number } | { outcome: 'not-sold' | 'withdrawn' })
  /** A negotiation step after a close below the reserve. `by` null: a deadline passed; `side`: the reader's; `answerBy` in ms. */
  'reserve-negotiation': AboutLot & {
    what: 'closed' | 'countered' | 'offered' | 'declined' | 'freed' | 'agreed' | 'lapsed'
    by: 'company' | 'seller' | 'bidder' | null
    side: 'company' | 'bidder'
    amount: number | null
    answerBy: number | null
  }
  /** A step in the negotiation about a lot of this seller. `answerBy` in ms. */
  'seller-negotiation': AboutLot & {
    what: Notices['reserve-negotiation']['what']
    amount: number | null
    answerBy: number | null
  }
  /** To staff: a seller asks for another reserve; null: none. */
  'reserve-requested': AboutLot & { seller: string; reserve: number | null; note: string }
  'reserve-decided': AboutLot & { reserve: number | null; accepted: boolean; reason: string }
  /** `net` below zero: the seller owes us this much. */
  'seller-statement': { number: string; auction: string; currency: string; net: number }
  /** `paysTo`: as staff see the account, masked. */
  'seller-paid': Money & { number: string; paysTo: string; statements: string }
  /** `reason`: why this person's bid was voided; null: another's was. `leads`: this person leads since, at `price`. */
  'bids-voided': AboutLot & { reason: string | null; leads: boolean; price: number | null }
  /** A sale that was voided after the close. `defaulted`: because the buyer did not pay. */
  'sale-voided': AboutLot & { reason: string; defaulted: boolean }
  /** A message from the auctioneer to everyone who follows a lot of the auction. */
  'auction-message': { auctionId: string; title: string; says: string }
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
  'pending-bid': AboutLot & { says: string }
  /** The answer to this person's question about a lot. */
  'question-answered': Omit<AboutLot, 'currency'> & { question: string; answer: string }
  /** `reminder`: it is due soon; `total` is then the remaining balance. */
  invoice: AboutInvoice & Due & { total: number; reminder?: boolean }
  'invoice-overdue': AboutInvoice & Due & { owed: number; lateFee: number }
  /** `pickup`: where the vehicle is now picked up; `freeUntil`: the last day (2026-11-25) without storage charges; null: none are due. */
  'invoice-paid': AboutInvoice & { total: number; pickup?: { at: string; freeUntil: string | null } }
  /** A partial payment of an invoice; `owed`: the remaining balance. */
  'payment-received': AboutInvoice & Due & { amount: number; owed: number }
  /**
   * Credit that pays the person's next invoice. By default money received beyond what was owed; `referral`: the reward for a referral;
   * `reversed`, `fee-refunded`: a reward taken back by a cashier, or since the fee it was for was refunded. `owedAgain`: what it had paid
   * of invoices, which is due again.
   */
  credit: Money & { why?: 'referral' | 'reversed' | 'fee-refunded'; owedAgain?: number }
  /**
   * `creditNote`: its number. `total`: the amount credited. `refund`: how much of it is refunded. `toCredit`: how much
   * became the person's credit again. `owed`: the remaining balance.
   */
  'credit-note': AboutInvoice & {
    creditNote: string
    total: number
    refund: number
    toCredit?: number
    owed: number
    cancelled: boolean
    reason: string
  }
  /**
   * `received`: we received the person's message; `answered`: our team replied with `text`. `link` opens the thread; `replyTo`: where a
   * reply by email goes, or null when email is not accepted.
   */
  'ticket-reply': {
    reference: string
    subject: string | null
    what: 'received' | 'answered'
    text: string | null
    link: string
    replyTo: string | null
  }
  /** `stop`: turns the alerts of this search off without a sign-in. */
  'saved-search': { name: string; count: number; link: string; titles: string[]; stop: string }
}

export type NoticeKind = keyof Notices
