import type { PageName } from '../content/content.ts'
import type { Language } from '../platform/languages.ts'

/** The id of the element in a page's head that holds its `FirstAnswers` as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers'

/** The requests for the start page's first screen, and for the company figures on every page. The HTML includes their answers. */
export const FIRST_FEATURED = '/api/featured-lot'
export const FIRST_LOTS = '/api/lots?ending=soon&kind=timed&limit=9'
export const FIRST_AUCTIONS = '/api/auctions'
export const FIRST_TERMS = '/api/company-terms'
export const FIRST_BANNER = '/api/banner'

/** On a search, what everyone finds; by the query as people who see no prices ask it. */
export const firstSearch = (query: string) => `/api/catalog?${query}` as const

/** On a page whose text staff edit, its text, too. */
export const FIRST_FAQ = '/api/faq'
export const firstArticle = (name: PageName) => `/api/articles/${name}` as const

/** The address of a text that staff edit, in a language of a page. */
export const inLanguage = (address: string, language: Language) =>
  language === 'en' ? address : `${address}?language=${language}`

/** Where the standing of a lot and its cost terms are read, as the client's query keys. */
export const liveParts = (lotId: string) => ['/api/lots', lotId, 'live'] as const
export const costsParts = (lotId: string) => ['/api/lots', lotId, 'costs'] as const

/**
 * The answers of those addresses; `asOf` in ms, rounded to the minute, so that equal answers make an equal page. `asks`: what the page shows
 * a member first but can't embed, by the parts of its address; it is requested when the script starts.
 */
export type FirstAnswers = {
  asOf: number
  answers: Record<string, unknown>
  asks?: readonly (readonly string[])[]
}

/** The width of a found lot's photo, as a `sizes` value: in a row, and in a card of a phone. */
export const FOUND_SIZES = '(min-width: 48rem) 13.75rem, 50vw'

/** The width of the featured lot's photo, as a `sizes` value. */
export const HERO_SIZES = '(min-width: 64rem) 40rem, 100vw'
