import {
  costsParts,
  FIRST_FEATURED,
  FIRST_LOTS,
  FIRST_AUCTIONS,
  type FirstAnswers,
  liveParts,
} from '#contract/seo/first-answers.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { FeaturedLot } from '#contract/catalog/catalog.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { announcedAuctions } from '#server/auctions/announced.ts'
import { featuredLot } from '#server/catalog/featured.ts'
import type { App } from '#server/platform/app.ts'
import { summariesOf } from '#server/lots/summaries.ts'

const MINUTE_MS = 60_000

/** What a lot's page shows a member first, who requests it: bidding and costs. */
export function lotAsks(lotId: string): NonNullable<FirstAnswers['asks']> {
  return [liveParts(lotId), costsParts(lotId)]
}

export type Start = {
  answers: FirstAnswers['answers']
  featured: FeaturedLot | null
  lots: LotSummary[]
  auctions: Auction[]
}

/** The first data of the start page, as its endpoints answer anyone. */
export async function startAnswers(app: App): Promise<Start> {
  const [featured, lots, auctions] = await Promise.all([
    featuredLot(app),
    summariesOf(app, { ending: 'soon', kind: 'timed', limit: 9 }),
    announcedAuctions(app, {}),
  ])
  const answers = { [FIRST_FEATURED]: featured, [FIRST_LOTS]: lots, [FIRST_AUCTIONS]: auctions }
  return { answers, featured: featured.lot, lots: lots.items, auctions: auctions.items }
}

/** Answers with the minute they were read. */
export function answersAsOfNow(app: App, answers: FirstAnswers['answers']): FirstAnswers {
  return { asOf: Math.floor(app.now() / MINUTE_MS) * MINUTE_MS, answers }
}
