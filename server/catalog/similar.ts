import { STATES } from './facet-values.ts'
import type { LotIndex } from './lot-index.ts'

/** Similarity points for the same model, make and body; a difference in year or price subtracts at most these. */
const MODEL = 6
const MAKE = 3
const BODY = 2
const YEARS_MAX = 4
const PRICES_MAX = 3

/** Lots on sale most similar in model, body, age and price, nearest first; lots with nothing in common are left out. */
export function similarTo(index: LotIndex, lotId: string, limit: number): string[] {
  const own = index.ordinalOf(lotId)
  if (own === undefined) return []
  const { make, model, body } = index.codes
  const [open, scheduled] = [STATES.indexOf('open'), STATES.indexOf('scheduled')]
  const near: { ordinal: number; likeness: number }[] = []
  for (let ordinal = 0; ordinal < index.size; ordinal += 1) {
    const state = index.state[ordinal]!
    if (ordinal === own || index.gone[ordinal] === 1 || (state !== open && state !== scheduled)) continue
    const sameModel = model[ordinal] === model[own] ? MODEL : 0
    const sameMake = make[ordinal] === make[own] ? MAKE : 0
    const sameBody = body[ordinal] === body[own] ? BODY : 0
    if (sameMake + sameBody === 0) continue
    const likeness =
      sameModel + sameMake + sameBody - yearsApart(index, own, ordinal) - pricesApart(index, own, ordinal)
    const place = near.findLastIndex((other) => !isNearer(index, { ordinal, likeness }, other)) + 1
    if (place < limit) near.splice(place, 0, { ordinal, likeness })
    if (near.length > limit) near.pop()
  }
  return near.map(({ ordinal }) => index.ids[ordinal]!)
}

type Near = { ordinal: number; likeness: number }

/** Of two equally similar lots, the one that ends sooner. */
function isNearer(index: LotIndex, one: Near, other: Near): boolean {
  if (one.likeness !== other.likeness) return one.likeness > other.likeness
  return index.endKey[one.ordinal]! < index.endKey[other.ordinal]!
}

function yearsApart(index: LotIndex, one: number, other: number): number {
  return Math.min(YEARS_MAX, Math.abs(index.year[one]! - index.year[other]!) / 2)
}

function pricesApart(index: LotIndex, one: number, other: number): number {
  if (index.currency[one] !== index.currency[other]) return PRICES_MAX
  return Math.min(PRICES_MAX, Math.abs(Math.log(index.amountOf(one) / index.amountOf(other))))
}
