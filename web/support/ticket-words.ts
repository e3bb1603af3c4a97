import type { TicketStatus, TicketTopic } from '#contract/support/support-limits.ts'

export const TOPIC_NAMES: Record<TicketTopic, string> = {
  lot: 'A lot',
  bid: 'A bid',
  payment: 'A payment or invoice',
  verification: 'My verification',
  vehicle: 'A vehicle not as described',
  website: 'The website',
  other: 'Something else',
}

/** The information that lets us answer with a single message. */
export const TOPIC_HINTS: Record<TicketTopic, string> = {
  lot: 'We answer before the lot closes where we can.',
  bid: 'Tell us the time of the bid and what the page said.',
  payment: 'Tell us the amount, the day and the bank it was sent from.',
  verification: 'Tell us the day you sent the document. Don’t attach the document here.',
  vehicle: 'Tell us what’s different and attach photos. Leave the vehicle as it is.',
  website: 'Tell us the page, what you did and what you saw.',
  other: 'Never send us your password. We don’t need it.',
}

/** As the person reads it. */
export const STATUS_WORDS: Record<TicketStatus, string> = {
  open: 'Waiting for our team',
  answered: 'Answered',
  closed: 'Closed',
}
