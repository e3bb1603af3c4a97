import type { LotTeaser } from './lots.ts'

/** The id of the element in a page's head that holds its `FirstAnswers` as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers'

/** Where the start page asks what it shows first, and every page for the figures of the house. The page brings these answers along. */
export const FIRST_LOTS = '/api/lots?ending=soon&limit=9'
export const FIRST_SALES = '/api/auctions'
export const FIRST_TERMS = '/api/house-terms'

/** Where the standing of a lot and the terms of its costs are read, in the parts by which the client keeps them. */
export const liveParts = (lotId: string) => ['/api/lots', lotId, 'live'] as const
export const costsParts = (lotId: string) => ['/api/lots', lotId, 'costs'] as const

/**
 * What those addresses answered; `asOf` in ms, to the minute, so that equal answers make an equal page. `asks`: what the page shows first to
 * a member and may not bring along, by the parts of its address; it is asked for when the script begins.
 */
export type FirstAnswers = {
  asOf: number
  answers: Record<string, unknown>
  asks?: readonly (readonly string[])[]
}

/** How wide the photograph of `nextToClose` is, as `sizes` says it. */
export const HERO_SIZES = '(min-width: 64rem) 40rem, 100vw'

/** The lot that the start page shows large: the first with a photograph and a time to close, else with a photograph. */
export function nextToClose(lots: readonly LotTeaser[]): LotTeaser | undefined {
  const pictured = lots.filter(({ heroPhoto }) => heroPhoto !== null)
  return pictured.find(({ scheduledCloseAt }) => scheduledCloseAt !== null) ?? pictured[0]
}
