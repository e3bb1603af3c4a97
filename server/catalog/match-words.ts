import type { LotIndex } from './lot-index.ts'
import type { Fit } from './vocabulary.ts'
import { queryWordsOf, type QueryWord } from './words.ts'
import { VIN_END_MIN } from './doc.ts'

export type WordMatch = {
  /** By ordinal: 0 if the words do not match; higher is better. */
  scores: Uint16Array
  instead: { word: string; used: string[] }[]
}

/** A lot named by its number or its VIN comes before all others. */
const NAMED = 1000

/** How well lots match the words of a search; every word must match. `canSeePrices`: VINs are searched too. */
export function matchWords(index: LotIndex, q: string, canSeePrices: boolean): WordMatch {
  const words = meantBy(index, queryWordsOf(q))
  const scores = new Uint16Array(index.size)
  const matched = new Uint8Array(index.size)
  const instead: WordMatch['instead'] = []
  for (const [place, word] of words.entries()) {
    const fits = index.vocabulary.fitsOf(word, index.isThere)
    if (fits.length > 0 && fits.every(({ isTypo }) => isTypo)) {
      instead.push({ word, used: [...new Set(fits.map((fit) => fit.word))] })
    }
    for (const fit of fits) mark(fit, place, matched, scores)
  }
  for (let ordinal = 0; ordinal < index.size; ordinal += 1) {
    if (matched[ordinal] !== words.length || words.length === 0) scores[ordinal] = 0
  }
  const named = namedBy(index, q, canSeePrices)
  for (const ordinal of named) scores[ordinal] = NAMED
  return { scores, instead: named.length > 0 ? [] : instead }
}

/** Of the lots that match all words before `place`, those that have this one. Better fits come first, so each counts once. */
function mark(fit: Fit, place: number, matched: Uint8Array, scores: Uint16Array): void {
  for (const ordinal of fit.lots) {
    if (matched[ordinal] !== place) continue
    matched[ordinal] = place + 1
    scores[ordinal]! += fit.score
  }
}

/** "F-150" is searched as `f150` if lots have that, else by its parts; "F 150" is joined if lots have it so. */
function meantBy(index: LotIndex, words: QueryWord[]): string[] {
  const knows = (word: string) => index.vocabulary.has(word, index.isThere)
  const parts = words.flatMap(({ joined, parts: some }) =>
    some.length === 1 || knows(joined) || !some.every(knows) ? [joined] : some,
  )
  const meant: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const [word, next] = [parts[at]!, parts[at + 1]]
    if (next !== undefined && !(knows(word) && knows(next)) && knows(word + next)) {
      meant.push(word + next)
      at += 1
    } else meant.push(word)
  }
  return meant
}

function namedBy(index: LotIndex, q: string, canSeePrices: boolean): number[] {
  const text = q.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const byNumber = /^\d{1,9}$/.test(text) ? index.ordinalOfNumber(Number(text)) : undefined
  const byVin = canSeePrices && text.length >= VIN_END_MIN && text.length <= 17 ? index.ordinalsOfVin(text) : []
  return [...(byNumber === undefined ? [] : [byNumber]), ...byVin]
}
