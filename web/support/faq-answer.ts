export const TOPICS = ['Getting started', 'Bidding', 'Costs and paying', 'Vehicles', 'Account and safety'] as const

export type Answer = {
  /** The answer's address on the page, after the `#`. */
  id: string
  topic: (typeof TOPICS)[number]
  question: string
  answer: string
  /** Other words in which people ask this; searched, never shown. */
  alsoAsked?: string
  /** The link for further reading. */
  more?: { to: string; label: string }
}
