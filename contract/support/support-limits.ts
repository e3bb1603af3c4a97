// Separate from the schemas, so that contact pages load without them.

export const SUBJECT_MAX = 120
export const MESSAGE_MAX = 8000
/** Maximum bytes of one attachment. */
export const TICKET_FILE_BYTES_MAX = 10 * 1024 * 1024
/** Maximum per message. */
export const TICKET_FILES_MAX = 5
/** A form sent sooner than this after it was opened is from a bot, in ms. */
export const FORM_MS_MIN = 3000

export const TICKET_TOPICS = ['lot', 'bid', 'payment', 'verification', 'vehicle', 'website', 'other'] as const
export type TicketTopic = (typeof TICKET_TOPICS)[number]

/** `open`: waits for our team. `answered`: waits for the person. */
export const TICKET_STATUSES = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]
