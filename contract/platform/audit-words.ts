import { unnamedSubject } from './audit-subjects.ts'
import type { Say } from './template.ts'

/**
 * Every kind of line of the audit log as a whole sentence, so that it can be translated; `{by}` is who did it. A new kind needs an entry:
 * nothing else can be recorded.
 */
const ACTIONS = {
  // Lots and auctions while they run.
  'fair-warning': '{by} gave fair warning on {subject}',
  hammer: '{by} brought the hammer down on {subject}',
  pass: '{by} passed {subject}',
  pause: '{by} paused {subject}',
  resume: '{by} resumed {subject}',
  extend: '{by} extended {subject}',
  'void-bids': '{by} voided bids on {subject}',
  'void-bidder': '{by} voided a bidder’s bids on {subject}',
  'withdraw-bids': '{by} withdrew a bidder’s bids on {subject}',
  'withdraw-lot': '{by} withdrew {subject}',
  'void-sale': '{by} voided the sale of {subject}',
  open: '{by} opened {subject}',
  close: '{by} closed {subject}',
  'restart-clock': '{by} restarted the clock of {subject}',
  approve: '{by} accepted the high bid on {subject}',
  counter: '{by} made a counteroffer on {subject}',
  'retract-counter': '{by} withdrew the counteroffer on {subject}',
  'accept-offer': '{by} accepted the bidder’s offer on {subject}',
  'decline-offer': '{by} declined the bidder’s offer on {subject}',
  'end-negotiation': '{by} ended the negotiation on {subject}',
  lapse: '{by} let the negotiation on {subject} lapse',
  'enter-bid': '{by} entered a bid on {subject}',
  'look-up-client': '{by} looked up a client for {subject}',
  'cancel-auction': '{by} canceled {subject}',
  'pause-auction': '{by} paused all lots of {subject}',
  'resume-auction': '{by} resumed all lots of {subject}',
  'pause-all': '{by} paused all auctions',
  'resume-all': '{by} resumed all auctions',
  'message-auction': '{by} sent a message to the bidders of {subject}',
  'publish-auction': '{by} published {subject}',
  'view-reserve': '{by} viewed the reserve of {subject}',

  // Planning auctions and entering vehicles.
  'enter-auction': '{by} created {subject}',
  'change-auction': '{by} changed {subject}',
  'clone-auction': '{by} created {subject} as a copy',
  'delete-draft': '{by} deleted the draft of {subject}',
  'choose-hero': '{by} chose the vehicle that represents {subject}',
  'enter-lot': '{by} added {subject} to a run list',
  'change-lot': '{by} changed the terms of {subject}',
  'change-lots': '{by} changed several lots of {subject}',
  'change-publish-rules': '{by} changed what is checked before publishing',
  'remove-lot': '{by} removed {subject} from its run list',
  'order-run-list': '{by} reordered the run list of {subject}',
  'relist-lots': '{by} added unsold vehicles to {subject}',
  'enter-vehicle': '{by} entered {subject}',
  'change-vehicle': '{by} changed {subject}',
  'send-vehicle-file': '{by} uploaded {subject}',
  'undo-vehicle-import': '{by} undid the import of {subject}',
  'vehicle-arrived': '{by} recorded the arrival of {subject}',
  'vehicle-ready': '{by} recorded that {subject} is ready',
  'vehicle-released': '{by} recorded the release of {subject}',
  'import-vehicles': '{by} imported the vehicles of {subject}',
  'add-photo': '{by} added a photo of {subject}',
  'change-photo': '{by} changed {subject}',
  'delete-photo': '{by} deleted {subject}',
  'order-photos': '{by} reordered the photos of {subject}',
  'retry-photo': '{by} had {subject} processed again',
  'draw-damage': '{by} marked damage on {subject}',
  'add-document': '{by} added a document of {subject}',
  'delete-document': '{by} deleted {subject}',
  'answer-question': '{by} answered {subject}',
  'hide-question': '{by} hid {subject}',
  'show-question': '{by} showed {subject} again',
  'change-shipping': '{by} changed the shipping rates',
  'view-run-list': '{by} viewed the run list of {subject}',
  'export-run-list': '{by} exported the run list of {subject}',

  // People and staff.
  'change-account': '{by} changed the account of {subject}',
  'change-auction-limit': '{by} changed a limit for one auction of {subject}',
  'change-roles': '{by} changed the roles of {subject}',
  'correct-email': '{by} corrected the email of {subject}',
  'merge-account': '{by} merged {subject} into another account',
  'resend-confirmation': '{by} sent {subject} a new confirmation link',
  'send-password-reset': '{by} sent {subject} a password link',
  'remove-second-factor': '{by} turned off two-factor authentication of {subject}',
  'end-session': '{by} signed {subject} out of one device',
  'end-sessions': '{by} signed {subject} out everywhere',
  'note-account': '{by} added a note about {subject}',
  'start-support': '{by} began to view the site as {subject}',
  'end-support': '{by} stopped viewing the site as {subject}',
  'create-staff': '{by} created the staff account of {subject}',
  'invite-staff': '{by} sent {subject}',
  'resend-invitation': '{by} sent {subject} again',
  'withdraw-invitation': '{by} withdrew {subject}',
  'keep-checklist-entry': '{by} kept {subject} of the set-up checklist as it is',
  'view-timeline': '{by} viewed the timeline of {subject}',
  'view-strikes': '{by} viewed the strikes of {subject}',
  'strike-account': '{by} recorded a strike of {subject}',
  'lift-strike': '{by} lifted a strike of {subject}',
  'register-client': '{by} registered {subject}',
  'change-people-rules': '{by} changed the rules for people',
  'view-account': '{by} viewed the account of {subject}',

  // Sellers.
  'enter-seller': '{by} entered {subject}',
  'change-seller': '{by} changed {subject}',
  'change-seller-money': '{by} changed the bank details or commission of {subject}',
  'view-seller': '{by} viewed {subject}',
  'accept-reserve-request': '{by} accepted {subject}',
  'refuse-reserve-request': '{by} refused {subject}',
  'issue-statement': '{by} issued {subject}',
  'view-seller-settlement': '{by} viewed what the sellers of {subject} are owed',
  'view-statement-pdf': '{by} opened the PDF of {subject}',
  'make-payout': '{by} made {subject}',
  'view-payout': '{by} viewed {subject}',
  'export-payout-file': '{by} downloaded the bank file of {subject}',
  'cancel-payout': '{by} canceled {subject}',
  'mark-payout-paid': '{by} marked {subject} as paid',

  // Identity documents.
  'approve-document': '{by} approved {subject}',
  'ask-again-document': '{by} asked for a better version of {subject}',
  'reject-document': '{by} rejected {subject}',
  'reject-finally-document': '{by} rejected {subject} for good',
  'view-document': '{by} viewed {subject}',
  'link-document': '{by} opened {subject}',
  'refused-view-document': '{by} was refused a view of {subject}',
  'refused-link-document': '{by} was refused access to {subject}',

  'dismiss-risk': '{by} dismissed {subject}',

  // Money.
  'credit-invoice': '{by} credited part of {subject}',
  'cancel-invoice': '{by} canceled {subject}',
  'charge-storage': '{by} charged storage for {subject}',
  'mark-collected': '{by} recorded the pickup for {subject}',
  'resend-invoice': '{by} sent {subject} again',
  'view-invoice': '{by} viewed {subject}',
  'view-invoice-pdf': '{by} opened the PDF of {subject}',
  'view-credit-note-pdf': '{by} opened the PDF of {subject}',
  'refund-payment': '{by} refunded {subject}',
  'retry-refund': '{by} had {subject} sent again',
  'send-refund': '{by} recorded that {subject} was sent',
  'send-bank-file': '{by} uploaded {subject}',
  'import-bank-file': '{by} imported {subject}',
  'match-transfer': '{by} matched {subject} with a payment',
  'return-transfer': '{by} returned {subject} to its payer',
  'take-back-transfer': '{by} removed {subject} from the books',
  'undo-match': '{by} undid the match of {subject}',
  'ask-credit-back': '{by} asked to have credit of {subject} paid back',
  'reverse-referral': '{by} reversed {subject}',
  'credit-referral': '{by} credited {subject}',
  'change-setting': '{by} changed {subject}',
  'plan-settings': '{by} planned a change of settings',
  'cancel-setting-plan': '{by} canceled a planned change of settings',
  'view-payers': '{by} viewed who {subject} could be from',
  'export-settlement': '{by} exported the daily totals',
  'export-sale-settlement': '{by} exported the settlement of {subject}',
  'export-auction-report': '{by} exported the report of {subject}',
  'print-auction-report': '{by} opened the PDF of the report of {subject}',
  'export-auctions-report': '{by} exported the report of auctions',
  'print-auctions-report': '{by} opened the PDF of the report of auctions',
  'print-month-report': '{by} opened the PDF of the monthly report',
  'print-seller-report': '{by} opened the PDF of the report of sellers',
  'view-seller-report': '{by} viewed the report of sellers',
  'export-month-report': '{by} exported the monthly report',
  'export-seller-report': '{by} exported the report of sellers',

  // What we say, and messages.
  'save-content': '{by} saved {subject}',
  'cancel-content': '{by} canceled the planned version of {subject}',
  'add-brand-picture': '{by} added a picture of the brand',
  'write-newsletter': '{by} wrote {subject}',
  'change-newsletter': '{by} changed {subject}',
  'delete-newsletter': '{by} deleted {subject}',
  'schedule-newsletter': '{by} scheduled {subject}',
  'test-newsletter': '{by} sent a test of {subject}',
  'pause-newsletter': '{by} paused {subject}',
  'resume-newsletter': '{by} resumed {subject}',
  'open-ticket': '{by} opened {subject}',
  'answer-ticket': '{by} answered {subject}',
  'note-on-ticket': '{by} added a note to {subject}',
  'change-ticket': '{by} changed {subject}',
  'merge-ticket': '{by} merged {subject} into another',
  'view-ticket': '{by} read {subject}',
  'view-tickets': '{by} viewed the list of tickets',
  'export-tickets': '{by} exported the list of tickets',
  'add-canned-answer': '{by} added {subject}',
  'change-canned-answer': '{by} changed {subject}',
  'delete-canned-answer': '{by} deleted {subject}',
  'view-mail': '{by} read {subject}',
  'retry-mail': '{by} had {subject} sent again',
  'send-test-mail': '{by} sent a test email',
  'retry-message': '{by} retried {subject}',
  'export-bank-import-notes': '{by} exported the notes on {subject}',
  'export-vehicle-import-notes': '{by} exported the notes on {subject}',
} as const

/** The lists that staff read and export, in words. */
const LISTS = {
  accounts: 'the list of people',
  auctions: 'the list of auctions',
  audit: 'the audit log',
  'bank-lines': 'the list of transfers',
  disputes: 'the list of disputes',
  invoices: 'the list of invoices',
  mails: 'the list of emails',
  negotiations: 'the list of negotiations',
  newsletters: 'the list of newsletters',
  outbox: 'the list of background work',
  payments: 'the list of payments',
  payouts: 'the list of payouts',
  questions: 'the list of questions',
  referrals: 'the list of referrals',
  refunds: 'the list of refunds',
  'reserve-requests': 'the list of reserve requests',
  risks: 'the list of risk signals',
  sellers: 'the list of sellers',
  staff: 'the list of staff',
  statements: 'the list of statements',
  'undeliverable-emails': 'the list of undeliverable emails',
  vehicles: 'the list of vehicles',
  verifications: 'the list of identity documents',
} as const

export type ListName = keyof typeof LISTS

/** What can be recorded in the audit log. */
export type AuditAction = keyof typeof ACTIONS | `${'view' | 'export'}-${ListName}`

/** What the actions are about that share their words with others: a filter names it. By kind of subject. */
const ABOUT: Readonly<Record<string, readonly (keyof typeof ACTIONS)[]>> = {
  auction: ['enter-auction', 'change-auction', 'cancel-auction'],
  'bank-import': ['send-bank-file', 'export-bank-import-notes'],
  'canned-answer': ['change-canned-answer', 'delete-canned-answer'],
  'credit-note': ['view-credit-note-pdf'],
  document: ['delete-document'],
  invoice: ['cancel-invoice', 'resend-invoice', 'view-invoice', 'view-invoice-pdf'],
  lot: ['pause', 'resume', 'withdraw-lot', 'open'],
  mail: ['view-mail', 'retry-mail'],
  newsletter: ['change-newsletter', 'delete-newsletter', 'pause-newsletter', 'resume-newsletter'],
  payout: ['make-payout', 'view-payout', 'cancel-payout'],
  photo: ['change-photo', 'delete-photo'],
  question: ['answer-question'],
  refund: ['retry-refund'],
  'reserve-request': ['accept-reserve-request', 'refuse-reserve-request'],
  seller: ['enter-seller', 'change-seller', 'view-seller'],
  setting: ['change-setting'],
  'staff-invitation': ['resend-invitation', 'withdraw-invitation'],
  statement: ['view-statement-pdf'],
  ticket: ['open-ticket', 'answer-ticket', 'change-ticket', 'view-ticket'],
  vehicle: ['enter-vehicle', 'change-vehicle'],
  'vehicle-import': ['send-vehicle-file', 'export-vehicle-import-notes'],
  verification: ['view-document', 'link-document', 'approve-document', 'reject-document'],
}

const KIND_OF = new Map(
  Object.entries(ABOUT).flatMap(([kind, actions]) => actions.map((action): [string, string] => [action, kind])),
)

const READ = /^(view|export)-(.+)$/

const LIST_READ = { view: '{by} viewed {list}', export: '{by} exported {list}' } as const

/** What the sentences of actions are made from, for translators. */
export const ACTION_TEXTS: readonly string[] = [ACTIONS, LIST_READ, LISTS].flatMap((texts) => Object.values(texts))

/** The sentence of an action, with `{by}` and perhaps `{subject}`. A line of an earlier release, whose kind is gone, reads as its code. */
export function sentenceOfAction(action: string, say: Say): string {
  const places = { by: '{by}', subject: '{subject}' }
  const known = (ACTIONS as Readonly<Record<string, string>>)[action]
  if (known !== undefined) return say(known, places)
  const [, verb, name = ''] = READ.exec(action) ?? []
  const list = (LISTS as Readonly<Record<string, string>>)[name]
  if (list === undefined) return `{by} ${action.replaceAll('-', ' ')} {subject}`
  return say(LIST_READ[verb === 'view' ? 'view' : 'export'], { ...places, list: say(list, {}) })
}

/** A label for a filter: `Gave fair warning on …`, `Changed a vehicle`; German leaves out the auxiliary verb, too: `Foto von … gelöscht`. */
export function labelOfAction(action: string, say: Say): string {
  const kind = KIND_OF.get(action)
  const words = sentenceOfAction(action, say)
    .replace(/^\{by\} (hat )?/, '')
    .replace('{subject}', kind === undefined ? '…' : unnamedSubject(kind, say))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const AUDIT_ACTIONS: readonly string[] = [
  ...Object.keys(ACTIONS),
  ...Object.keys(LISTS).flatMap((list) => [`view-${list}`, `export-${list}`]),
]

/** The actions whose words contain what was typed, in any of the languages. */
export function actionsSaying(typed: string, languages: readonly Say[]): string[] {
  const words = typed.toLowerCase()
  return AUDIT_ACTIONS.filter((action) =>
    languages.some((say) => labelOfAction(action, say).toLowerCase().includes(words)),
  )
}
