import { t } from '#web/platform/language/text.ts'
import type { TicketStatus, TicketTopic } from '#contract/support/support-limits.ts'

export const TOPIC_NAMES: Record<TicketTopic, string> = {
  lot: t`A lot`,
  bid: t`A bid`,
  payment: t`A payment or invoice`,
  verification: t`My verification`,
  vehicle: t`A vehicle not as described`,
  website: t`The website`,
  other: t`Something else`,
}

/** The information that lets us answer with a single message. */
export const TOPIC_HINTS: Record<TicketTopic, string> = {
  lot: t`We answer before the lot closes where we can.`,
  bid: t`Tell us the time of the bid and what the page said.`,
  payment: t`Tell us the amount, the day and the bank it was sent from.`,
  verification: t`Tell us the day you sent the document. Don’t attach the document here.`,
  vehicle: t`Tell us what’s different and attach photos. Leave the vehicle as it is.`,
  website: t`Tell us the page, what you did and what you saw.`,
  other: t`Never send us your password. We don’t need it.`,
}

/** As the person reads it. */
export const STATUS_WORDS: Record<TicketStatus, string> = {
  open: t`Waiting for our team`,
  answered: t`Answered`,
  closed: t`Closed`,
}
