import type { Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { fractionDigits, minorUnits } from '#contract/platform/currency.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import type { OwnCosts } from '#contract/auctions/own-costs.ts'
import { checkIncrements, isMoney, type AuctionKind } from '#engine'
import { newId } from '#server/platform/id.ts'
import { invalidInput } from '#server/platform/problem.ts'
import { faultsOfTerm, withoutName } from '#server/platform/term-faults.ts'
import type { AuctionTerms } from './auction.ts'
import { insertAuction } from './store.ts'

/** An auctioneer's input for a new auction. Instants in ms; `heroPhoto` is a name in the photo storage. */
export type AuctionInput = {
  title: string
  kind: AuctionKind
  location: string
  description: string
  currency: string
  opensAt: number
  startsAt: number
  terms: AuctionTerms
  heroPhoto: string | null
  demo?: boolean
}

const MINUTE_MS = 60_000
const TITLE_CHARACTERS_MAX = 160

/** Enters an auction, not yet published, and returns its id. Throws `invalid-input` with a fault for every field that is wrong. */
export async function createAuction<T>(trx: Kysely<T>, input: AuctionInput, id = newId()): Promise<string> {
  const faults = faultsOf(input)
  if (faults.length > 0) throw invalidInput(faults)
  const { heroPhoto, demo, ...rest } = input
  await insertAuction(trx, { ...rest, id, hero_photo: heroPhoto, demo: demo ?? false })
  return id
}

/** The default terms for an auction of that kind. Source: the rulebook, "Terms of a lot"; the bid unit is one whole currency unit. */
export function usualAuctionTerms(app: CompanyTerms, kind: AuctionKind): AuctionTerms {
  const { timed, live, negotiations } = app
  return {
    buyNowUntil: 'reserve-met',
    bidUnit: minorUnits(app.currency),
    increments: app.increments,
    extensionWindowMs: kind === 'timed' ? timed.extensionWindowMs : live.extensionMs,
    extensionMs: kind === 'timed' ? timed.extensionMs : live.extensionMs,
    hardEndAt: null,
    liveStartMs: live.startMs,
    outageExtensionMs: 10 * MINUTE_MS,
    lotEveryMs: MINUTE_MS,
    costs: null,
    negotiations,
  }
}

/** What is wrong with an auction, by field. */
export function faultsOf(input: AuctionInput): FieldFault[] {
  const { title, location, currency, opensAt, startsAt } = input
  const faults: FieldFault[] = []
  const isTitle = title.trim() !== '' && title.length <= TITLE_CHARACTERS_MAX
  if (!isTitle)
    faults.push({ field: 'title', message: `Give the auction a title of at most ${TITLE_CHARACTERS_MAX} characters.` })
  if (location.trim() === '') faults.push({ field: 'location', message: 'Enter the location of the vehicles.' })
  if (!Intl.supportedValuesOf('currency').includes(currency))
    faults.push({ field: 'currency', message: 'Use the code of a currency, such as USD.' })
  else if (fractionDigits(currency) > 2)
    faults.push({ field: 'currency', message: 'Choose a currency with two decimal places or none.' })
  if (!Number.isInteger(opensAt)) faults.push({ field: 'opensAt', message: 'Enter when bidding opens.' })
  if (!Number.isInteger(startsAt)) faults.push({ field: 'startsAt', message: 'Enter when the first lot is sold.' })
  if (opensAt > startsAt)
    faults.push({ field: 'startsAt', message: 'The first lot can’t be sold before bidding opens.' })
  const { extensionWindowMs, extensionMs } = input.terms
  if (input.kind === 'live' && extensionWindowMs < extensionMs) {
    const message = 'In a live auction every bid leaves the full extension, so the window can’t be shorter than it.'
    faults.push({ field: 'extensionWindowMs', message })
  }
  return [...faults, ...faultsOfTerms(input.terms, startsAt)]
}

function faultsOfTerms(terms: AuctionTerms, startsAt: number): FieldFault[] {
  const faults: FieldFault[] = []
  if (!isMoney(terms.bidUnit) || terms.bidUnit === 0) {
    faults.push({ field: 'bidUnit', message: 'The bid unit must be a positive amount.' })
  } else {
    faults.push(
      ...checkIncrements(terms.increments, terms.bidUnit).map((message) => ({ field: 'increments', message })),
    )
  }
  for (const name of ['extensionWindowMs', 'extensionMs'] as const) {
    const isDuration = Number.isInteger(terms[name]) && terms[name] >= 0
    if (!isDuration) faults.push({ field: name, message: 'Enter a duration in whole milliseconds.' })
  }
  for (const name of ['liveStartMs', 'lotEveryMs', 'outageExtensionMs'] as const) {
    const isPositive = Number.isInteger(terms[name]) && terms[name] > 0
    if (!isPositive) faults.push({ field: name, message: 'Enter a duration above zero.' })
  }
  faults.push(...faultsOfOwnCosts(terms.costs ?? null))
  const { hardEndAt } = terms
  if (hardEndAt !== null && hardEndAt < startsAt) {
    faults.push({ field: 'hardEndAt', message: 'The hard end can’t be before the first lot’s end.' })
  }
  return faults
}

/** What is wrong with premium and tax of an auction or a lot, by field. */
export function faultsOfOwnCosts(costs: OwnCosts | null): FieldFault[] {
  if (costs === null || costs.premium === null) return []
  return faultsOfTerm('premium', costs.premium).map((fault) => ({
    field: 'costs.premium',
    message: withoutName(fault),
  }))
}
