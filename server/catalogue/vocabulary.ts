/** How well a word of the vocabulary fits a word that was asked for. */
export type Fit = { word: string; score: number }

export const EXACT = 3
const BEGINS = 2
const NEARLY = 1

/** Shorter ones begin too many words to mean one of them. */
const BEGINNING_MIN = 3
/** Shorter ones are too near to everything. */
const TYPO_MIN = 4
const NEAR_MIN = 0.4
const NEAR_MAX = 4
const BEGINNINGS_MAX = 200

/** The words that lots are found by, each with the lots that have it: ordinals ascending. */
export class Vocabulary {
  #lots = new Map<string, number[]>()
  #byTrigram = new Map<string, string[]>()
  #sorted: string[] | null = null

  add(word: string, ordinal: number): void {
    const lots = this.#lots.get(word)
    if (lots !== undefined) {
      lots.push(ordinal)
      return
    }
    this.#lots.set(word, [ordinal])
    this.#sorted = null
    for (const trigram of trigramsOf(word)) {
      const words = this.#byTrigram.get(trigram)
      if (words === undefined) this.#byTrigram.set(trigram, [word])
      else words.push(word)
    }
  }

  lotsWith(word: string): readonly number[] {
    return this.#lots.get(word) ?? []
  }

  /** Whether it is a word, with a lot that is still there. */
  has(word: string, isThere: (ordinal: number) => boolean): boolean {
    return this.#lots.get(word)?.some(isThere) ?? false
  }

  /** What a word may mean: itself and what begins with it; where there is neither, what is spelt nearly so (a number
   * is no typo of another). Best first. */
  fitsOf(word: string, isThere: (ordinal: number) => boolean): Fit[] {
    const fits: Fit[] = this.has(word, isThere) ? [{ word, score: EXACT }] : []
    if (word.length >= BEGINNING_MIN) {
      for (const longer of this.#beginningWith(word)) {
        if (longer !== word && this.has(longer, isThere)) fits.push({ word: longer, score: BEGINS })
      }
    }
    return fits.length > 0 || word.length < TYPO_MIN || /\d/.test(word) ? fits : this.#near(word, isThere)
  }

  #beginningWith(start: string): string[] {
    const words = (this.#sorted ??= [...this.#lots.keys()].toSorted())
    let low = 0
    for (let high = words.length; low < high;) {
      const middle = (low + high) >> 1
      if (words[middle]! < start) low = middle + 1
      else high = middle
    }
    const found: string[] = []
    while (found.length < BEGINNINGS_MAX && words[low]?.startsWith(start)) found.push(words[low++]!)
    return found
  }

  /** By shared trigrams (Dice): the nearest, and those just as near. */
  #near(word: string, isThere: (ordinal: number) => boolean): Fit[] {
    const asked = trigramsOf(word)
    const shared = new Map<string, number>()
    for (const trigram of asked) {
      for (const other of this.#byTrigram.get(trigram) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    const near = [...shared]
      .map(([other, count]) => ({ other, nearness: (2 * count) / (asked.size + other.length + 1) }))
      .filter(({ other, nearness }) => nearness >= NEAR_MIN && this.has(other, isThere))
      .toSorted((a, b) => b.nearness - a.nearness || (a.other < b.other ? -1 : 1))
    const best = near[0]?.nearness ?? 0
    return near
      .filter(({ nearness }) => nearness === best)
      .slice(0, NEAR_MAX)
      .map(({ other }) => ({ word: other, score: NEARLY }))
  }
}

/** As PostgreSQL's pg_trgm cuts them: two spaces before the word, one behind. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3))
  return trigrams
}
