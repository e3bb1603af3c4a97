/**
 * Every kind of line of the audit log in words, with `{}` for its subject. A new kind needs an entry: nothing else can be recorded.
 */
const ACTIONS = {
  // Lots and auctions while they run.
  'fair-warning': 'gave fair warning on {}',
  hammer: 'brought the hammer down on {}',
  pass: 'passed {}',
  pause: 'paused {}',
  resume: 'resumed {}',
  extend: 'extended {}',
  'void-bids': 'voided bids on {}',
  'void-bidder': 'voided a bidder’s bids on {}',
  'withdraw-bids': 'withdrew a bidder’s bids on {}',
  'withdraw-lot': 'withdrew {}',
  'void-sale': 'voided the sale of {}',
  open: 'opened {}',
  close: 'closed {}',
  'restart-clock': 'restarted the clock of {}',
  approve: 'accepted the high bid on {}',
  counter: 'made a counteroffer on {}',
  'retract-counter': 'withdrew the counteroffer on {}',
  'accept-offer': 'accepted the bidder’s offer on {}',
  'decline-offer': 'declined the bidder’s offer on {}',
  'end-negotiation': 'ended the negotiation on {}',
  lapse: 'let the negotiation on {} lapse',
  'enter-bid': 'entered a bid on {}',
  'look-up-client': 'looked up a client for {}',
  'cancel-auction': 'canceled {}',
  'pause-auction': 'paused all lots of {}',
  'resume-auction': 'resumed all lots of {}',
  'pause-all': 'paused all auctions',
  'resume-all': 'resumed all auctions',
  'message-auction': 'sent a message to the bidders of {}',
  'publish-auction': 'published {}',
  'view-reserve': 'viewed the reserve of {}',

  // Planning auctions and entering vehicles.
  'enter-auction': 'created {}',
  'change-auction': 'changed {}',
  'clone-auction': 'created {} as a copy',
  'delete-draft': 'deleted the draft of {}',
  'choose-hero': 'chose the vehicle that represents {}',
  'enter-lot': 'added {} to a run list',
  'change-lot': 'changed the terms of {}',
  'change-lots': 'changed several lots of {}',
  'change-publish-rules': 'changed what is checked before publishing',
  'remove-lot': 'removed {} from its run list',
  'order-run-list': 'reordered the run list of {}',
  'relist-lots': 'added unsold vehicles to {}',
  'enter-vehicle': 'entered {}',
  'change-vehicle': 'changed {}',
  'send-vehicle-file': 'uploaded {}',
  'undo-vehicle-import': 'undid the import of {}',
  'vehicle-arrived': 'recorded the arrival of {}',
  'vehicle-ready': 'recorded that {} is ready',
  'vehicle-released': 'recorded the release of {}',
  'import-vehicles': 'imported the vehicles of {}',
  'add-photo': 'added a photo of {}',
  'change-photo': 'changed {}',
  'delete-photo': 'deleted {}',
  'order-photos': 'reordered the photos of {}',
  'retry-photo': 'had {} processed again',
  'draw-damage': 'marked damage on {}',
  'add-document': 'added a document of {}',
  'delete-document': 'deleted {}',
  'answer-question': 'answered {}',
  'hide-question': 'hid {}',
  'show-question': 'showed {} again',
  'change-shipping': 'changed the shipping rates',
  'view-run-list': 'viewed the run list of {}',
  'export-run-list': 'exported the run list of {}',

  // People and staff.
  'change-account': 'changed the account of {}',
  'change-auction-limit': 'changed a limit for one auction of {}',
  'change-roles': 'changed the roles of {}',
  'correct-email': 'corrected the email of {}',
  'merge-account': 'merged {} into another account',
  'resend-confirmation': 'sent {} a new confirmation link',
  'send-password-reset': 'sent {} a password link',
  'remove-second-factor': 'turned off two-factor authentication of {}',
  'end-session': 'signed {} out of one device',
  'end-sessions': 'signed {} out everywhere',
  'note-account': 'added a note about {}',
  'start-support': 'began to view the site as {}',
  'end-support': 'stopped viewing the site as {}',
  'create-staff': 'created the staff account of {}',
  'invite-staff': 'sent {}',
  'resend-invitation': 'sent {} again',
  'withdraw-invitation': 'withdrew {}',
  'keep-checklist-entry': 'kept {} of the set-up checklist as it is',
  'view-timeline': 'viewed the timeline of {}',
  'view-strikes': 'viewed the strikes of {}',
  'strike-account': 'recorded a strike of {}',
  'lift-strike': 'lifted a strike of {}',
  'register-client': 'registered {}',
  'change-people-rules': 'changed the rules for people',
  'view-account': 'viewed the account of {}',

  // Sellers.
  'enter-seller': 'entered {}',
  'change-seller': 'changed {}',
  'change-seller-money': 'changed the bank details or commission of {}',
  'view-seller': 'viewed {}',
  'accept-reserve-request': 'accepted {}',
  'refuse-reserve-request': 'refused {}',
  'issue-statement': 'issued {}',
  'view-seller-settlement': 'viewed what the sellers of {} are owed',
  'view-statement-pdf': 'opened the PDF of {}',
  'make-payout': 'made {}',
  'view-payout': 'viewed {}',
  'export-payout-file': 'downloaded the bank file of {}',
  'cancel-payout': 'canceled {}',
  'mark-payout-paid': 'marked {} as paid',

  // Identity documents.
  'approve-document': 'approved {}',
  'ask-again-document': 'asked for a better version of {}',
  'reject-document': 'rejected {}',
  'reject-finally-document': 'rejected {} for good',
  'view-document': 'viewed {}',
  'link-document': 'opened {}',
  'refused-view-document': 'was refused a view of {}',
  'refused-link-document': 'was refused access to {}',

  'dismiss-risk': 'dismissed {}',

  // Money.
  'credit-invoice': 'credited part of {}',
  'cancel-invoice': 'canceled {}',
  'charge-storage': 'charged storage for {}',
  'mark-collected': 'recorded the pickup for {}',
  'resend-invoice': 'sent {} again',
  'view-invoice': 'viewed {}',
  'view-invoice-pdf': 'opened the PDF of {}',
  'view-credit-note-pdf': 'opened the PDF of {}',
  'refund-payment': 'refunded {}',
  'retry-refund': 'had {} sent again',
  'send-refund': 'recorded that {} was sent',
  'send-bank-file': 'uploaded {}',
  'import-bank-file': 'imported {}',
  'match-transfer': 'matched {} with a payment',
  'return-transfer': 'returned {} to its payer',
  'take-back-transfer': 'removed {} from the books',
  'undo-match': 'undid the match of {}',
  'ask-credit-back': 'asked to have credit of {} paid back',
  'reverse-referral': 'reversed {}',
  'credit-referral': 'credited {}',
  'change-setting': 'changed {}',
  'plan-settings': 'planned a change of settings',
  'cancel-setting-plan': 'canceled a planned change of settings',
  'view-payers': 'viewed who {} could be from',
  'export-settlement': 'exported the daily totals',
  'export-sale-settlement': 'exported the settlement of {}',
  'export-auction-report': 'exported the report of {}',
  'print-auction-report': 'opened the PDF of the report of {}',
  'export-auctions-report': 'exported the report of auctions',
  'print-auctions-report': 'opened the PDF of the report of auctions',
  'print-month-report': 'opened the PDF of the monthly report',
  'print-seller-report': 'opened the PDF of the report of sellers',
  'view-seller-report': 'viewed the report of sellers',
  'export-month-report': 'exported the monthly report',
  'export-seller-report': 'exported the report of sellers',

  // What we say, and messages.
  'save-content': 'saved {}',
  'cancel-content': 'canceled the planned version of {}',
  'add-brand-picture': 'added a picture of the brand',
  'write-newsletter': 'wrote {}',
  'change-newsletter': 'changed {}',
  'delete-newsletter': 'deleted {}',
  'schedule-newsletter': 'scheduled {}',
  'test-newsletter': 'sent a test of {}',
  'pause-newsletter': 'paused {}',
  'resume-newsletter': 'resumed {}',
  'open-ticket': 'opened {}',
  'answer-ticket': 'answered {}',
  'note-on-ticket': 'added a note to {}',
  'change-ticket': 'changed {}',
  'merge-ticket': 'merged {} into another',
  'view-ticket': 'read {}',
  'view-tickets': 'viewed the list of tickets',
  'export-tickets': 'exported the list of tickets',
  'add-canned-answer': 'added {}',
  'change-canned-answer': 'changed {}',
  'delete-canned-answer': 'deleted {}',
  'view-mail': 'read {}',
  'retry-mail': 'had {} sent again',
  'send-test-mail': 'sent a test email',
  'retry-message': 'retried {}',
  'export-bank-import-notes': 'exported the notes on {}',
  'export-vehicle-import-notes': 'exported the notes on {}',
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

const READ = /^(view|export)-(.+)$/

/** The verb phrase of an action. A line of an earlier release, whose kind is gone, reads as its code. */
export function wordsOfAction(action: string): string {
  const known = (ACTIONS as Readonly<Record<string, string>>)[action]
  if (known !== undefined) return known
  const [, verb, list = ''] = READ.exec(action) ?? []
  const named = (LISTS as Readonly<Record<string, string>>)[list]
  if (named !== undefined) return `${verb === 'view' ? 'viewed' : 'exported'} ${named}`
  return `${action.replaceAll('-', ' ')} {}`
}

/** A label for a filter: `Fair warning on a lot` is `Gave fair warning`. */
export function labelOfAction(action: string): string {
  const words = wordsOfAction(action).replaceAll('{}', '…')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The actions whose words contain what was typed. */
export function actionsSaying(typed: string): string[] {
  const words = typed.toLowerCase()
  const lists = Object.keys(LISTS).flatMap((list) => [`view-${list}`, `export-${list}`])
  return [...Object.keys(ACTIONS), ...lists].filter((action) => wordsOfAction(action).toLowerCase().includes(words))
}
