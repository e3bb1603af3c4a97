/**
 * A word that a search word may mean, the lots that have it (ordinals ascending), and how well it fits: higher is better. `isTypo`: it is
 * only a close spelling.
 */
export type Fit = { word: string; lots: readonly number[]; score: number; isTypo: boolean }

/** Scores differ by twos: of equally good matches, a word in a lot's name ranks above one in its facts. */
const EXACT = 6
const BEGINS = 4
const NEARLY = 2
const IN_FACTS = -1

/** Shorter prefixes match too many words. */
const BEGINNING_MIN = 3
/** Shorter words are too close to everything. */
const TYPO_MIN = 4
const NEAR_MIN = 0.4
const NEAR_MAX = 4
const BEGINNINGS_MAX = 200

/** The lots with a word in their name, and those with it in a fact: one list per value, shared by all words of the value. */
type Having = { named: number[] | null; facts: (readonly number[])[] }

/** The searchable words, each with the lots that have it: ordinals ascending. */
export class Vocabulary {
  #having = new Map<string, Having>()
  #byTrigram = new Map<string, string[]>()
  #sorted: string[] | null = null

  /** Adds a word in the name of a lot. */
  add(word: string, ordinal: number): void {
    const having = this.#entryOf(word)
    if (having.named === null) having.named = [ordinal]
    else having.named.push(ordinal)
  }

  /** Adds a word of a fact's value. `lots`: those with the value; it may grow, in ascending order. */
  addFact(word: string, lots: readonly number[]): void {
    this.#entryOf(word).facts.push(lots)
  }

  #entryOf(word: string): Having {
    const known = this.#having.get(word)
    if (known !== undefined) return known
    const having: Having = { named: null, facts: [] }
    this.#having.set(word, having)
    this.#sorted = null
    for (const trigram of trigramsOf(word)) {
      const words = this.#byTrigram.get(trigram)
      if (words === undefined) this.#byTrigram.set(trigram, [word])
      else words.push(word)
    }
    return having
  }

  /** Whether the word exists with a lot that is still present. */
  has(word: string, isThere: (ordinal: number) => boolean): boolean {
    const having = this.#having.get(word)
    if (having === undefined) return false
    return (having.named?.some(isThere) ?? false) || having.facts.some((lots) => lots.some(isThere))
  }

  /** What a word may mean: itself and words that start with it; if none, close spellings (numbers have no typos). Best first. */
  fitsOf(word: string, isThere: (ordinal: number) => boolean): Fit[] {
    const fits = this.has(word, isThere) ? this.#fits(word, EXACT) : []
    if (word.length >= BEGINNING_MIN) {
      for (const longer of this.#beginningWith(word)) {
        if (longer !== word && this.has(longer, isThere)) fits.push(...this.#fits(longer, BEGINS))
      }
    }
    const isKnown = fits.length > 0 || word.length < TYPO_MIN || /\d/.test(word)
    return (isKnown ? fits : this.#near(word, isThere)).toSorted((a, b) => b.score - a.score)
  }

  #fits(word: string, score: number): Fit[] {
    const { named = null, facts = [] } = this.#having.get(word) ?? {}
    const isTypo = score === NEARLY
    return [
      ...(named === null ? [] : [{ word, lots: named, score, isTypo }]),
      ...facts.map((lots) => ({ word, lots, score: score + IN_FACTS, isTypo })),
    ]
  }

  #beginningWith(start: string): string[] {
    const words = (this.#sorted ??= [...this.#having.keys()].toSorted())
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

  /** By shared trigrams (Dice): the nearest words, including ties. */
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
      .flatMap(({ other }) => this.#fits(other, NEARLY))
  }
}

/** Trigrams as in PostgreSQL's pg_trgm: two spaces before the word, one after. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3))
  return trigrams
}
