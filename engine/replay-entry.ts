import { checkIncrements, type Increments } from './increments.ts'
import { isMoney } from './money.ts'

/** What is wrong with a value that should be a ReplayEntry, and where: `field` is a path such as `bids[3].amount`. */
export type EntryFault = { field: string; fault: string }

type Fields = Record<string, unknown>

/** The first error in a value given as a recorded auction, or null if it is a ReplayEntry. Unknown fields are ignored. */
export function faultInEntry(value: unknown): EntryFault | null {
  if (!isFields(value)) return { field: '(entry)', fault: 'must be an object' }
  if (typeof value.id !== 'string' || value.id === '') return { field: 'id', fault: 'must be a string' }
  return faultInTerms(value.terms) ?? faultInBids(value.bids)
}

function faultInTerms(terms: unknown): EntryFault | null {
  if (!isFields(terms)) return { field: 'terms', fault: 'must be an object' }
  const { openingBid, reserve, bidUnit } = terms
  if (!isMoney(openingBid)) return { field: 'terms.openingBid', fault: MONEY }
  if (!isAbsent(reserve) && !isMoney(reserve)) return { field: 'terms.reserve', fault: MONEY }
  const ladder = faultInIncrements(terms.ladder)
  if (ladder !== null) return { field: 'terms.ladder', fault: ladder }
  if (!isMoney(bidUnit) || bidUnit === 0) return { field: 'terms.bidUnit', fault: `${MONEY}, above 0` }
  for (const name of ['extensionWindowMs', 'extensionMs']) {
    if (!isAbsent(terms[name]) && !isDuration(terms[name])) return { field: `terms.${name}`, fault: DURATION }
  }
  for (const name of ['opensAt', 'closesAt']) {
    if (!isAbsent(terms[name]) && !isInstant(terms[name])) return { field: `terms.${name}`, fault: INSTANT }
  }
  return null
}

function faultInIncrements(increments: unknown): string | null {
  if (increments === 'ebay' || increments === 'default') return null
  const shaped = Array.isArray(increments) && increments.every((band) => Array.isArray(band) && band.length === 2)
  if (!shaped) return 'must be "ebay", "default" or a list of [from, step] in minor units'
  const faults = checkIncrements(increments as Increments)
  return faults.length === 0 ? null : faults.join(' ')
}

function faultInBids(bids: unknown): EntryFault | null {
  if (!Array.isArray(bids)) return { field: 'bids', fault: 'must be a list' }
  let before = Number.NEGATIVE_INFINITY
  for (const [index, bid] of bids.entries()) {
    const found = faultInBid(bid, before)
    if (found !== null) return { field: `bids[${index}]${found.field}`, fault: found.fault }
    before = bid.at
  }
  return null
}

function faultInBid(bid: unknown, before: number): EntryFault | null {
  if (!isFields(bid)) return { field: '', fault: 'must be an object' }
  if (typeof bid.bidder !== 'string' || bid.bidder === '') return { field: '.bidder', fault: 'must be a string' }
  if (!isInstant(bid.at)) return { field: '.at', fault: INSTANT }
  if (bid.at < before) return { field: '.at', fault: `must not be before the bid above it (${before})` }
  if (bid.kind !== 'firm' && bid.kind !== 'maximum') return { field: '.kind', fault: 'must be "firm" or "maximum"' }
  if (!isMoney(bid.amount)) return { field: '.amount', fault: MONEY }
  return null
}

const MONEY = 'must be a whole, non-negative number of minor units'
const DURATION = 'must be a non-negative number of milliseconds'
const INSTANT = 'must be a number of milliseconds'

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function isInstant(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

function isDuration(value: unknown): boolean {
  return isInstant(value) && value >= 0
}
