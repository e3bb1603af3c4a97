import type { Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { FieldFault } from '#contract/problem.ts'
import { checkLadder, isMoney, type SaleKind } from '#engine'
import { newId } from '#server/platform/id.ts'
import { invalidInput } from '#server/platform/problem.ts'
import type { SaleTerms } from './sale.ts'
import { insertAuction } from './store.ts'

/** What an auctioneer says of a new sale. Instants in ms; `heroPhoto` is a name in the photo storage. */
export type AuctionInput = {
  title: string
  kind: SaleKind
  location: string
  description: string
  currency: string
  opensAt: number
  startsAt: number
  terms: SaleTerms
  heroPhoto: string | null
  demo?: boolean
}

const MINUTE_MS = 60_000
const TITLE_CHARACTERS_MAX = 160

/** Enters a sale, not yet published, and returns its id. Throws `invalid-input` with a fault for every field that is wrong. */
export async function createAuction<T>(trx: Kysely<T>, input: AuctionInput, id = newId()): Promise<string> {
  const faults = faultsOf(input)
  if (faults.length > 0) throw invalidInput(faults)
  const { heroPhoto, demo, ...rest } = input
  await insertAuction(trx, { ...rest, id, hero_photo: heroPhoto, demo: demo ?? false })
  return id
}

/** One whole unit of the currency. */
export const USUAL_BID_UNIT = 100

/** The house's own terms for a sale of that kind. Source: the rulebook, "Terms of a lot"; the bid unit is one whole currency unit. */
export function usualSaleTerms(house: HouseTerms, kind: SaleKind): SaleTerms {
  const { timed, live, talks } = house
  return {
    buyNowUntil: 'reserve-met',
    bidUnit: USUAL_BID_UNIT,
    ladder: house.ladder,
    extensionWindowMs: kind === 'timed' ? timed.extensionWindowMs : live.extensionMs,
    extensionMs: kind === 'timed' ? timed.extensionMs : live.extensionMs,
    hardEndAt: null,
    liveStartMs: live.startMs,
    outageExtensionMs: 10 * MINUTE_MS,
    lotEveryMs: MINUTE_MS,
    talks,
  }
}

/** What is wrong with a sale, by field. */
export function faultsOf(input: AuctionInput): FieldFault[] {
  const { title, location, currency, opensAt, startsAt } = input
  const faults: FieldFault[] = []
  const isTitle = title.trim() !== '' && title.length <= TITLE_CHARACTERS_MAX
  if (!isTitle)
    faults.push({ field: 'title', message: `Give the sale a title of at most ${TITLE_CHARACTERS_MAX} characters.` })
  if (location.trim() === '') faults.push({ field: 'location', message: 'Say where the vehicles are.' })
  if (!/^[A-Z]{3}$/.test(currency)) faults.push({ field: 'currency', message: 'Use a currency code of three letters.' })
  if (!Number.isInteger(opensAt)) faults.push({ field: 'opensAt', message: 'Say when bidding opens.' })
  if (!Number.isInteger(startsAt)) faults.push({ field: 'startsAt', message: 'Say when the first lot is sold.' })
  if (opensAt > startsAt)
    faults.push({ field: 'startsAt', message: 'The first lot cannot be sold before bidding opens.' })
  return [...faults, ...faultsOfTerms(input.terms, startsAt)]
}

function faultsOfTerms(terms: SaleTerms, startsAt: number): FieldFault[] {
  const faults: FieldFault[] = []
  if (!isMoney(terms.bidUnit) || terms.bidUnit === 0) {
    faults.push({ field: 'terms.bidUnit', message: 'The bid unit must be a positive amount.' })
  } else {
    faults.push(...checkLadder(terms.ladder, terms.bidUnit).map((message) => ({ field: 'terms.ladder', message })))
  }
  for (const name of ['extensionWindowMs', 'extensionMs'] as const) {
    const isDuration = Number.isInteger(terms[name]) && terms[name] >= 0
    if (!isDuration) faults.push({ field: `terms.${name}`, message: 'Give a duration in whole milliseconds.' })
  }
  for (const name of ['liveStartMs', 'lotEveryMs', 'outageExtensionMs'] as const) {
    const isPositive = Number.isInteger(terms[name]) && terms[name] > 0
    if (!isPositive) faults.push({ field: `terms.${name}`, message: 'Give a duration above zero.' })
  }
  const { hardEndAt } = terms
  if (hardEndAt !== null && hardEndAt < startsAt) {
    faults.push({ field: 'terms.hardEndAt', message: 'The hard end must not be before the first lot’s end.' })
  }
  return faults
}
