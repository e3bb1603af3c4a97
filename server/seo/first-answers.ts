import {
  costsParts,
  FIRST_FEATURED,
  FIRST_LOTS,
  FIRST_AUCTIONS,
  FIRST_TERMS,
  type FirstAnswers,
  liveParts,
} from '#contract/seo/first-answers.ts'
import type { FeaturedLot } from '#contract/catalog/catalog.ts'
import { announcedAuctions } from '#server/auctions/announced.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { featuredLot } from '#server/catalog/featured.ts'
import { summariesOf } from '#server/lots/summaries.ts'

const MINUTE_MS = 60_000

/** The first data of every public page, as its endpoint answers anyone: the company's terms. */
export async function firstAnswers(app: App): Promise<FirstAnswers> {
  return asOfNow(app, { [FIRST_TERMS]: await readCompanyTerms(app) })
}

/** The same for a lot's page; bidding and costs are for members, whose pages request them. */
export async function lotAnswers(app: App, lotId: string): Promise<FirstAnswers> {
  return { ...(await firstAnswers(app)), asks: [liveParts(lotId), costsParts(lotId)] }
}

/** The same for the start page, and its lots. */
export async function startAnswers(app: App): Promise<{ first: FirstAnswers; featured: FeaturedLot | null }> {
  const [featured, lots, auctions, terms] = await Promise.all([
    featuredLot(app),
    summariesOf(app, { ending: 'soon', kind: 'timed', limit: 9 }),
    announcedAuctions(app, {}),
    readCompanyTerms(app),
  ])
  const answers = { [FIRST_FEATURED]: featured, [FIRST_LOTS]: lots, [FIRST_AUCTIONS]: auctions, [FIRST_TERMS]: terms }
  return { first: asOfNow(app, answers), featured: featured.lot }
}

function asOfNow(app: App, answers: FirstAnswers['answers']): FirstAnswers {
  return { asOf: Math.floor(app.now() / MINUTE_MS) * MINUTE_MS, answers }
}
