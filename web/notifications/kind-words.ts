import { t } from '#web/platform/language/text.ts'
import type { NoticeKind } from '#contract/notifications/notifications.ts'

/** The names of the notification kinds, under the headings in which they are shown. */
export const KIND_GROUPS: readonly {
  heading: string
  /** `sellers`, `staff`: nobody else gets them. */
  kinds: readonly { kind: NoticeKind; label: string; only?: 'sellers' | 'staff' }[]
}[] = [
  {
    heading: t`Bidding`,
    kinds: [
      { kind: 'outbid', label: t`You’re outbid` },
      { kind: 'ending-soon', label: t`A lot you’re watching ends soon` },
      { kind: 'won', label: t`You won a lot` },
      { kind: 'lost', label: t`A lot you bid on closed` },
      { kind: 'reserve-negotiation', label: t`Negotiations when the reserve isn’t met` },
      { kind: 'bids-voided', label: t`Voided bids` },
      { kind: 'sale-voided', label: t`A sale is voided` },
      { kind: 'pending-bid', label: t`A pending bid` },
      { kind: 'facts-corrected', label: t`Corrections to a lot you bid on or watch` },
      { kind: 'question-answered', label: t`We answered your question about a lot` },
      { kind: 'auction-message', label: t`Messages from the auctioneer` },
      { kind: 'saved-search', label: t`New matches for a saved search` },
    ],
  },
  {
    heading: t`Money`,
    kinds: [
      { kind: 'invoice', label: t`A new invoice` },
      { kind: 'invoice-overdue', label: t`An invoice is overdue` },
      { kind: 'invoice-paid', label: t`An invoice is paid` },
      { kind: 'payment-received', label: t`Part of an invoice is paid` },
      { kind: 'credit', label: t`Account credit` },
      { kind: 'credit-note', label: t`A credit note, or a canceled invoice` },
      { kind: 'fee-receipt', label: t`Membership fee received` },
      { kind: 'refund-sent', label: t`A refund was sent` },
      { kind: 'payment-news', label: t`A payment failed or is disputed` },
    ],
  },
  {
    heading: t`Selling`,
    kinds: [
      { kind: 'seller-negotiation', label: t`A negotiation about a lot you sell`, only: 'sellers' },
      { kind: 'reserve-decided', label: t`We decided your reserve request`, only: 'sellers' },
      { kind: 'seller-statement', label: t`A new settlement statement`, only: 'sellers' },
      { kind: 'seller-paid', label: t`We paid you`, only: 'sellers' },
      { kind: 'reserve-requested', label: t`A seller asks for another reserve (our team)`, only: 'staff' },
    ],
  },
  {
    heading: t`Account`,
    kinds: [
      { kind: 'document-decided', label: t`Your document was checked` },
      { kind: 'ticket-reply', label: t`A reply from support` },
      { kind: 'account-security', label: t`Account security` },
      { kind: 'account-suspended', label: t`Your account is suspended` },
      { kind: 'address-taken', label: t`Someone tried to use your email address` },
    ],
  },
]
