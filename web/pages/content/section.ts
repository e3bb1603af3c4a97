import type { CompanyTerms } from '#contract/auctions/auctions.ts'

/** A section of a public page: plain sentences, so that the page shows them and the chatbot searches them. */
export type Section = {
  /** The section's address on its page, after the `#`. */
  id: string
  heading: string
  paragraphs: string[]
  points?: string[]
}

/** Copy whose figures come from the app's settings. */
export type Copy = (terms: CompanyTerms) => Section[]
