import type { NoticeKind } from '#contract/notifications.ts'

/** How the choices name the kinds, under the headings in which they are shown. */
export const KIND_GROUPS: readonly { heading: string; kinds: readonly { kind: NoticeKind; label: string }[] }[] = [
  {
    heading: 'Bidding',
    kinds: [
      { kind: 'outbid', label: 'You are outbid' },
      { kind: 'ending-soon', label: 'A lot you watch ends soon' },
      { kind: 'won', label: 'You bought a lot' },
      { kind: 'lost', label: 'A lot you bid on is over' },
      { kind: 'reserve-talk', label: 'Talks after a close below the reserve' },
      { kind: 'sale-voided', label: 'A sale to you is undone' },
      { kind: 'parked-bid', label: 'A bid you parked' },
      { kind: 'question-answered', label: 'The house answers your question about a lot' },
      { kind: 'sale-message', label: 'The auctioneer says something in a sale' },
      { kind: 'saved-search', label: 'New lots for a saved search' },
    ],
  },
  {
    heading: 'Money',
    kinds: [
      { kind: 'invoice', label: 'A new invoice' },
      { kind: 'invoice-overdue', label: 'An invoice is overdue' },
      { kind: 'invoice-paid', label: 'An invoice is paid' },
      { kind: 'fee-receipt', label: 'Membership fee received' },
      { kind: 'fee-refunded', label: 'Membership fee paid back' },
      { kind: 'payment-news', label: 'A payment failed or is disputed' },
    ],
  },
  {
    heading: 'Account',
    kinds: [
      { kind: 'document-decided', label: 'Your document was checked' },
      { kind: 'ticket-reply', label: 'An answer from support' },
      { kind: 'account-security', label: 'Security of your account' },
    ],
  },
]
