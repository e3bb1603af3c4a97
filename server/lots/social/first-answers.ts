import {
  costsParts,
  FIRST_LOTS,
  FIRST_SALES,
  FIRST_TERMS,
  type FirstAnswers,
  liveParts,
} from '#contract/first-answers.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { announcedSales } from '#server/auctions/announced.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { teasersOf } from '../teasers.ts'

const MINUTE_MS = 60_000

/** What every public page shows first, as its address answers anybody: the figures of the house. */
export async function firstAnswers(house: House): Promise<FirstAnswers> {
  return asOfNow(house, { [FIRST_TERMS]: await readHouseTerms(house) })
}

/** The same of a lot's page; what moves on it and what it costs is for members, whose pages ask for it themselves. */
export async function lotAnswers(house: House, lotId: string): Promise<FirstAnswers> {
  return { ...(await firstAnswers(house)), asks: [liveParts(lotId), costsParts(lotId)] }
}

/** The same of the start page, and the lots among it. */
export async function startAnswers(house: House): Promise<{ first: FirstAnswers; lots: LotTeaser[] }> {
  const [lots, sales, terms] = await Promise.all([
    teasersOf(house, { ending: 'soon', limit: 9 }),
    announcedSales(house, {}),
    readHouseTerms(house),
  ])
  const first = asOfNow(house, { [FIRST_LOTS]: lots, [FIRST_SALES]: sales, [FIRST_TERMS]: terms })
  return { first, lots: lots.items }
}

function asOfNow(house: House, answers: FirstAnswers['answers']): FirstAnswers {
  return { asOf: Math.floor(house.now() / MINUTE_MS) * MINUTE_MS, answers }
}
