import type { HouseTerms } from '#contract/auctions.ts'

/** A part of a public page: plain sentences, so that the page shows them and the chatbot searches them. */
export type Section = {
  /** The part's address on its page, after the `#`. */
  id: string
  heading: string
  paragraphs: string[]
  points?: string[]
}

/** Copy whose figures come from the settings of the house. */
export type Copy = (terms: HouseTerms) => Section[]
