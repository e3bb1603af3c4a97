import type { NoticeChoice } from '#contract/notifications.ts'
import type { NoticeKind, Notices } from '#server/platform/notice.ts'

export type Channel = 'page' | 'mail' | 'push'
export type Ways = Record<Channel, boolean>

type Kind = {
  /** How it reaches a person who chose nothing. */
  ways: Ways
  /** What nobody can choose otherwise. */
  fixed: readonly Channel[]
  /** Sent before what may wait. */
  urgent: boolean
}

const ALL_WAYS: Ways = { mail: true, push: true, page: true }
const NO_PUSH: Ways = { mail: true, push: false, page: true }
/** The mail is the proof that the address is the person's: its link belongs nowhere else. */
export const MAIL_ONLY: Kind = {
  ways: { mail: true, push: false, page: false },
  fixed: ['mail', 'push', 'page'],
  urgent: true,
}

const told = (ways: Ways, urgent = false): Kind => ({ ways, fixed: [], urgent })

/** Every kind of notice. Mails about the security of the account cannot be switched off. */
export const KINDS: Record<NoticeKind, Kind> = {
  'email-confirmation': MAIL_ONLY,
  'password-reset': MAIL_ONLY,
  'account-security': { ways: NO_PUSH, fixed: ['mail', 'page'], urgent: true },
  'account-suspended': { ways: NO_PUSH, fixed: ['mail', 'page'], urgent: true },
  'address-taken': { ways: NO_PUSH, fixed: ['mail', 'page'], urgent: true },
  'fee-receipt': told(NO_PUSH),
  'refund-sent': told(NO_PUSH),
  'payment-news': told(ALL_WAYS),
  'document-decided': told(ALL_WAYS),
  outbid: told(ALL_WAYS, true),
  'ending-soon': told(ALL_WAYS, true),
  won: told(ALL_WAYS),
  lost: told(NO_PUSH),
  'reserve-talk': told(ALL_WAYS, true),
  'sale-voided': { ways: ALL_WAYS, fixed: ['mail', 'page'], urgent: false },
  'facts-corrected': { ways: ALL_WAYS, fixed: ['mail', 'page'], urgent: true },
  'parked-bid': told(ALL_WAYS),
  'question-answered': told(ALL_WAYS),
  'sale-message': told({ page: true, mail: false, push: true }, true),
  invoice: told(NO_PUSH),
  'invoice-overdue': told(ALL_WAYS),
  'invoice-paid': told(NO_PUSH),
  'payment-received': told(NO_PUSH),
  'credit-note': told(NO_PUSH),
  credit: told(NO_PUSH),
  'ticket-reply': told(NO_PUSH),
  'saved-search': told(NO_PUSH),
}

/** In the order in which they are shown. */
export const KIND_NAMES = Object.keys(KINDS) as NoticeKind[]

/** Whether its reader can turn emails of a kind off. */
export function isOptional(kind: NoticeKind): boolean {
  return !KINDS[kind].fixed.includes('mail')
}

/** The ways of a kind after a person's choice; what is fixed stands. */
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
/** A mail that could not be delivered for so long says nothing new any more. */
const USEFUL_MS = 3 * DAY_MS

/** When it is of no use any more that a notice goes out, in ms: a call to bid ends with the bidding. */
export function uselessAt(facts: Notices[NoticeKind], now: number): number {
  const closesAt = 'closesAt' in facts ? facts.closesAt : null
  return closesAt ?? now + USEFUL_MS
}
