import type { NoticeKind } from '#contract/notifications/notifications.ts'

/** The names of the notification kinds, under the headings in which they are shown. */
export const KIND_GROUPS: readonly { heading: string; kinds: readonly { kind: NoticeKind; label: string }[] }[] = [
  {
    heading: 'Bidding',
    kinds: [
      { kind: 'outbid', label: 'You’re outbid' },
      { kind: 'ending-soon', label: 'A lot you’re watching ends soon' },
      { kind: 'won', label: 'You won a lot' },
      { kind: 'lost', label: 'A lot you bid on closed' },
      { kind: 'reserve-negotiation', label: 'Negotiations when the reserve isn’t met' },
      { kind: 'sale-voided', label: 'A sale is voided' },
      { kind: 'pending-bid', label: 'A pending bid' },
      { kind: 'facts-corrected', label: 'Corrections to a lot you bid on or watch' },
      { kind: 'question-answered', label: 'We answered your question about a lot' },
      { kind: 'auction-message', label: 'Messages from the auctioneer' },
      { kind: 'saved-search', label: 'New matches for a saved search' },
    ],
  },
  {
    heading: 'Money',
    kinds: [
      { kind: 'invoice', label: 'A new invoice' },
      { kind: 'invoice-overdue', label: 'An invoice is overdue' },
      { kind: 'invoice-paid', label: 'An invoice is paid' },
      { kind: 'payment-received', label: 'Part of an invoice is paid' },
      { kind: 'credit', label: 'Account credit' },
      { kind: 'credit-note', label: 'A credit note, or a canceled invoice' },
      { kind: 'fee-receipt', label: 'Membership fee received' },
      { kind: 'refund-sent', label: 'A refund was sent' },
      { kind: 'payment-news', label: 'A payment failed or is disputed' },
    ],
  },
  {
    heading: 'Selling',
    kinds: [
      { kind: 'seller-negotiation', label: 'A negotiation about a lot you sell' },
      { kind: 'reserve-decided', label: 'We decided your reserve request' },
      { kind: 'seller-statement', label: 'A new settlement statement' },
      { kind: 'seller-paid', label: 'We paid you' },
      { kind: 'reserve-requested', label: 'A seller asks for another reserve (our team)' },
    ],
  },
  {
    heading: 'Account',
    kinds: [
      { kind: 'document-decided', label: 'Your document was checked' },
      { kind: 'ticket-reply', label: 'A reply from support' },
      { kind: 'account-security', label: 'Account security' },
      { kind: 'account-suspended', label: 'Your account is suspended' },
      { kind: 'address-taken', label: 'Someone tried to use your email address' },
    ],
  },
]
