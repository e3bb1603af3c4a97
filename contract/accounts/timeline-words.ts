/* What entries of a person's timeline say, each a whole text, so that the page can show it in its reader's language. */

export const DOCUMENT_SENT = 'Identity document sent'

export const DOCUMENT_DECISIONS = {
  submitted: 'Identity document received',
  approved: 'Identity verified',
  'asked-again': 'Asked to send the document again',
  rejected: 'Identity document rejected',
  'rejected-finally': 'Identity rejected for good',
  withdrawn: 'Identity document withdrawn',
} as const

export const REGISTERED = 'Registered'

export const STRIKES = {
  none: 'Strike.',
  limited: 'Strike, bidding limit lowered.',
  suspended: 'Strike, account suspended.',
} as const

export function firstBidWords(lotNumber: number, title: string): string {
  return `First bid on lot ${lotNumber}, ${title}`
}

export function winWords(lotNumber: number, title: string, price: string): string {
  return `Won lot ${lotNumber}, ${title} for ${price}`
}

const INVOICE_EVENTS: Readonly<Record<string, string>> = {
  issued: 'Issued',
  reminded: 'Reminder sent',
  payment: 'Part paid',
  paid: 'Paid',
  overdue: 'Overdue',
  charged: 'Charge added',
  credited: 'Credited',
  refunded: 'Refund requested',
  'refund-sent': 'Refund sent',
  'charged-back': 'Charged back',
  'payment-undone': 'Payment undone',
  cancelled: 'Canceled',
  collected: 'Vehicle picked up',
  resent: 'Sent again',
}

/** `amount`: written out, or null. */
export function invoiceEventWords(number: string, what: string, amount: string | null): string {
  const event = INVOICE_EVENTS[what] ?? what
  return amount === null ? `Invoice ${number}: ${event}` : `Invoice ${number}: ${event}, ${amount}`
}

const MONEY_STATES: Readonly<Record<string, string>> = {
  started: 'Started',
  pending: 'Waiting',
  succeeded: 'Paid',
  failed: 'Failed',
  asked: 'Waiting',
  sent: 'Sent',
  'by-hand': 'To send by hand',
  refunded: 'Refunded',
  'charged-back': 'Charged back',
  cancelled: 'Canceled',
}

/** `purpose`: what was paid for. */
export function paymentWords(amount: string, purpose: string, state: string): string {
  const said = MONEY_STATES[state] ?? state
  return purpose === 'membership' ? `Membership fee, ${amount}: ${said}` : `Payment of an invoice, ${amount}: ${said}`
}

export function refundWords(amount: string, purpose: string, state: string): string {
  const said = state === 'succeeded' ? 'Refunded' : (MONEY_STATES[state] ?? state)
  return purpose === 'membership'
    ? `Refund of the membership fee, ${amount}: ${said}`
    : `Refund for an invoice, ${amount}: ${said}`
}

export function emailWords(state: string, subject: string): string {
  if (state === 'sent') return `Email sent: ${subject}`
  return state === 'failed' ? `Email failed: ${subject}` : `Email waiting: ${subject}`
}

export function ticketWords(reference: string, status: string, subject: string): string {
  if (status === 'closed') return `Ticket ${reference}, closed: ${subject}`
  return status === 'answered' ? `Ticket ${reference}, answered: ${subject}` : `Ticket ${reference}, open: ${subject}`
}
