import type { NoticeChoice } from '#contract/notifications/notifications.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'

export type Channel = 'page' | 'mail' | 'push'
export type Ways = Record<Channel, boolean>

type Kind = {
  /** The default channels. */
  ways: Ways
  /** Channels that the person cannot change. */
  fixed: readonly Channel[]
  /** Sent before notices that can wait. */
  urgent: boolean
}

const ALL_WAYS: Ways = { mail: true, push: true, page: true }
const NO_PUSH: Ways = { mail: true, push: false, page: true }
/** The email proves that the address belongs to the person, so its link must not appear in any other channel. */
export const MAIL_ONLY: Kind = {
  ways: { mail: true, push: false, page: false },
  fixed: ['mail', 'push', 'page'],
  urgent: true,
}

const optional = (ways: Ways): Kind => ({ ways, fixed: [], urgent: false })
const urgent = (ways: Ways): Kind => ({ ways, fixed: [], urgent: true })

/** Every kind of notice. Emails about the security of the account cannot be turned off. */
export const KINDS: Record<NoticeKind, Kind> = {
  'email-confirmation': MAIL_ONLY,
  'password-reset': MAIL_ONLY,
  'staff-invitation': MAIL_ONLY,
  'test-email': { ...MAIL_ONLY },
  'account-security': { ways: NO_PUSH, fixed: ['mail', 'page'], urgent: true },
  'account-suspended': { ways: NO_PUSH, fixed: ['mail', 'page'], urgent: true },
  'address-taken': { ways: NO_PUSH, fixed: ['mail', 'page'], urgent: true },
  'fee-receipt': optional(NO_PUSH),
  'refund-sent': optional(NO_PUSH),
  'payment-news': optional(ALL_WAYS),
  'document-decided': optional(ALL_WAYS),
  outbid: urgent(ALL_WAYS),
  'ending-soon': urgent(ALL_WAYS),
  won: optional(ALL_WAYS),
  lost: optional(NO_PUSH),
  'reserve-negotiation': urgent(ALL_WAYS),
  'bids-voided': { ways: ALL_WAYS, fixed: ['mail', 'page'], urgent: true },
  'sale-voided': { ways: ALL_WAYS, fixed: ['mail', 'page'], urgent: false },
  'facts-corrected': { ways: ALL_WAYS, fixed: ['mail', 'page'], urgent: true },
  'pending-bid': optional(ALL_WAYS),
  'question-answered': optional(ALL_WAYS),
  'auction-message': urgent({ page: true, mail: false, push: true }),
  invoice: optional(NO_PUSH),
  'invoice-overdue': optional(ALL_WAYS),
  'invoice-paid': optional(NO_PUSH),
  'payment-received': optional(NO_PUSH),
  'credit-note': optional(NO_PUSH),
  credit: optional(NO_PUSH),
  'ticket-reply': optional(ALL_WAYS),
  'saved-search': optional(NO_PUSH),
  'seller-negotiation': urgent(ALL_WAYS),
  'reserve-requested': optional(NO_PUSH),
  'reserve-decided': optional(ALL_WAYS),
  'seller-statement': optional(NO_PUSH),
  'seller-paid': optional(NO_PUSH),
}

/** In the order in which they are shown. */
export const KIND_NAMES = Object.keys(KINDS) as NoticeKind[]

/** Whether its reader can turn off emails of a kind. */
export function isOptional(kind: NoticeKind): boolean {
  return !KINDS[kind].fixed.includes('mail')
}

/** The channels of a kind by a person's choice; fixed channels cannot change. */
export function waysOf(kind: NoticeKind, chosen: Ways | null): Ways {
  const { ways, fixed } = KINDS[kind]
  if (chosen === null) return ways
  const pick = (channel: Channel) => (fixed.includes(channel) ? ways[channel] : chosen[channel])
  return { page: pick('page'), mail: pick('mail'), push: pick('push') }
}

export function presentChoice(kind: NoticeKind, chosen: Ways | null): NoticeChoice {
  const { page, mail, push } = waysOf(kind, chosen)
  return { kind, mail, push, page, fixed: [...KINDS[kind].fixed] }
}

const DAY_MS = 86_400_000
/** How long an undelivered email stays useful, in ms. */
const USEFUL_MS = 3 * DAY_MS

/** When sending a notice is no longer useful, in ms: a call to bid ends with the bidding. */
export function uselessAt(facts: Notices[NoticeKind], now: number): number {
  const closesAt = 'closesAt' in facts ? facts.closesAt : null
  return closesAt ?? now + USEFUL_MS
}
