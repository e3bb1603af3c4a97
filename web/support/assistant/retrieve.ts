import type { Passage } from '#contract/content/content.ts'
import { isSlip } from '#contract/support/spelling.ts'
import type { Language } from '#contract/platform/languages.ts'
import { partsOf } from './parts.ts'
import { ENGLISH, type Vocabulary } from './words.ts'

/** The best passage, and some for further reading; best first. */
export type Found = { best: Passage; others: Passage[] }

export type Knowledge = {
  /** The passages that have most in common with a question, best first. */
  search(question: string, limit: number): Passage[]
  /** Null: none has enough in common with it to be an answer. */
  answer(question: string): Found | null
  /** Without an answer: passages that the question may be about, best first; none if it has nothing to do with us. */
  related(question: string): Passage[]
  /** The questions in one message. */
  parts(question: string): string[]
}

/** How the words of a language are read; of others than English in `languages/<code>.ts`. */
export async function vocabularyOf(language: Language): Promise<Vocabulary> {
  if (language === 'en') return ENGLISH
  const { vocabulary } = (await import(`./languages/${language}.ts`)) as { vocabulary: Vocabulary }
  return vocabulary
}

/** A passage answers if this much speaks for it. Higher: fewer wrong answers, and more that are only offered. */
const LEAST_SURE = 1.17
/** With a smaller lead over the next passage either may be meant, unless the first one is about every word of the question. */
const LEAST_LEAD = 0.12
/**
 * Beside the share of the question’s weight: the lead over the next passage, each telling word, each word of the head, and a word
 * that is in no passage.
 */
const SURE = { lead: 0.4, telling: 0.1, heads: 0.15, unknown: -0.35 } as const
/** The least share of a passage that may be meant: if it has several words of the question, or one. */
const LEAST_RELATED = 0.36
const LEAST_OF_ONE = 0.47
/** The worth of a word by its position; said again among the questions it is what the passage is about. */
const FIELDS = { head: 1.05, also: 0.9, text: 0.4 } as const
const AGAIN = 0.08
const AGAIN_MAX = 2
/** Of a synonym, and of a word that had to be corrected. */
const SYNONYM = 0.6
const CORRECTED = 0.6
/** Ties go to the shorter question and the plainer page. */
const BREVITY = 0.12
const FAQ = 0.08
/** For a pair of neighboring words that few passages have, little words included: `go up`, `how long`. */
const PAIR = 0.2
/** Without a telling word it takes pairs that no other passage has: `who are you`. */
const OWN_PAIRS = 1
const OTHERS_MAX = 2
const RELATED_MAX = 3
/** Passages whose score is close enough to the best for further reading. */
const CLOSE = 0.75

/** `17 * 23` is no age of 17. */
const CALCULATION = /\d+\s*([-+*/x×÷^]|plus|minus|times|divided by|mas|más|menos|por|entre|mal|geteilt durch)\s*\d+/g

/** A passage with the worth of its words, the words of its head, and its pairs of neighboring words. */
type Entry = { passage: Passage; worths: Map<string, number>; head: ReadonlySet<string>; pairs: Set<string> }
/** `said`: the share of the question’s weight that the passage carries. `telling`: the words of its subject; `hits`: those in the head. */
type Ranked = { passage: Passage; said: number; telling: number; hits: number; isAllKnown: boolean; score: number }
type Word = { word: string; weight: number; synonyms: readonly string[]; isCorrected: boolean; isLittle: boolean }

/** Public passages, read once. Each question is compared with all of them: a hundred take less than a millisecond. */
export function knowledgeOf(passages: readonly Passage[], vocabulary: Vocabulary = ENGLISH): Knowledge {
  const { tokensOf, stemOf, spelledOut, synonymsOf } = vocabulary
  const words = new Map<string, string>()
  const entries = passages.map((passage) => entryOf(passage, vocabulary, words))
  const weightOf = weights(entries, vocabulary)
  const pairHolders = holdersOf(entries.map(({ pairs }) => pairs))
  const right = spelling(words, vocabulary)

  const rank = (question: string): Ranked[] => {
    const typed = tokensOf(spelledOut(question).replaceAll(CALCULATION, ' '))
    const tokens = typed.map(right)
    const corrected = new Set(tokens.filter((token, index) => token !== typed[index]).map(stemOf))
    const asked = [...new Set(tokens.map((token) => wordOf(token, vocabulary)))].map((word): Word => {
      const isLittle = word.startsWith(LITTLE)
      const synonyms = isLittle ? [] : synonymsOf(word)
      return { word, weight: weightOf(word), synonyms, isCorrected: corrected.has(word), isLittle }
    })
    const whole = asked.reduce((sum, { weight }) => sum + weight, 0)
    const pairs = new Set(pairsOf(tokens))
    // `How do I delete my Facebook account` is in our words but for the one that matters.
    const isAllKnown = asked.every(({ weight }) => weight !== UNKNOWN)
    return entries
      .flatMap((entry) => {
        const found = asked.map((word) => ({ ...word, worth: worthIn(entry.worths, word) }))
        const telling = found.filter(({ worth, isLittle }) => worth > 0 && !isLittle).length
        const shared = [...pairs].filter((pair) => entry.pairs.has(pair))
        const rare = shared.reduce((sum, pair) => sum + 1 / pairHolders.get(pair)!, 0)
        if (telling === 0 && rare < OWN_PAIRS) return []
        const said = found.reduce((sum, { weight, worth }) => sum + weight * worth, 0) / whole
        const hits = asked.filter(({ word }) => entry.head.has(word)).length
        const score =
          said +
          BREVITY * (hits / Math.max(1, entry.head.size)) +
          PAIR * rare +
          (entry.passage.page === 'FAQ' ? FAQ : 0)
        return [{ passage: entry.passage, said, telling, hits, isAllKnown, score }]
      })
      .toSorted((a, b) => b.score - a.score)
  }
  return {
    search: (question, limit) =>
      rank(question)
        .slice(0, limit)
        .map(({ passage }) => passage),
    parts: (question) => partsOf(question, vocabulary),
    answer(question) {
      const [first, ...rest] = rank(question)
      if (first === undefined || !isSure(first, rest[0])) return null
      const others = rest.filter(({ score }) => score >= first.score * CLOSE).slice(0, OTHERS_MAX)
      return { best: first.passage, others: others.map(({ passage }) => passage) }
    },
    related: (question) =>
      rank(question)
        .filter(({ said, telling }) => said >= (telling <= 1 ? LEAST_OF_ONE : LEAST_RELATED))
        .slice(0, RELATED_MAX)
        .map(({ passage }) => passage),
  }
}

/** Fitted to how often the first passage was the right one for questions whose own wordings had been taken out of the texts. */
function isSure({ said, telling, hits, isAllKnown, score }: Ranked, next: Ranked | undefined): boolean {
  const lead = score - (next?.score ?? 0)
  const words = SURE.telling * Math.min(telling, 3) + SURE.heads * Math.min(hits, 2)
  const sure = said + SURE.lead * lead + words + (isAllKnown ? 0 : SURE.unknown)
  return sure >= LEAST_SURE && (lead >= LEAST_LEAD || said >= 1)
}

/** Before a word that says little about the subject: no stem is taken for it. */
const LITTLE = '~'

/** A single letter, such as `u` or `q`, is a short form of a little word. */
function wordOf(token: string, { stemOf }: Vocabulary): string {
  return (token.length > 1 ? stemOf(token) : null) ?? LITTLE + token
}

/** Neighboring words, as they are written. */
function pairsOf(tokens: readonly string[]): string[] {
  return tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`)
}

/** Adds its tokens to `words`, each with its stem, so that each is stemmed once. */
function entryOf(passage: Passage, vocabulary: Vocabulary, words: Map<string, string>): Entry {
  const worths = new Map<string, number>()
  const pairs = new Set<string>()
  const head = new Set<string>()
  for (const [field, worth] of Object.entries(FIELDS) as [keyof typeof FIELDS, number][]) {
    const tokens = vocabulary.tokensOf(passage[field])
    for (const token of tokens) {
      const word = words.get(token) ?? wordOf(token, vocabulary)
      words.set(token, word)
      const known = worths.get(word) ?? 0
      const again = field === 'also' && known > 0 ? Math.min(known + AGAIN, worth + AGAIN_MAX * AGAIN) : worth
      worths.set(word, Math.max(known, again))
      if (field === 'head' && !word.startsWith(LITTLE)) head.add(word)
    }
    if (field !== 'text') for (const pair of pairsOf(tokens)) pairs.add(pair)
  }
  return { passage, worths, head, pairs }
}

function worthIn(worths: ReadonlyMap<string, number>, { word, synonyms, isCorrected }: Word): number {
  const own = worths.get(word) ?? 0
  const best = Math.max(own, ...synonyms.map((other) => SYNONYM * (worths.get(other) ?? 0)))
  return isCorrected ? CORRECTED * best : best
}

/** The weight of a word in no passage: it may be a name or a place, or what the whole question is about. */
const UNKNOWN = 3.7
/** Taken off the weight of each word, so that a common one such as `car` nearly vanishes. */
const COMMON = 0.6
const LEAST_WEIGHT = 0.2
/** Little words weigh something: a question of many of them isn’t answered by its one other word. */
const LITTLE_WEIGHT = 0.15

/** Rare words say more about the subject of a question. */
function weights(entries: readonly Entry[], { synonymsOf, general }: Vocabulary): (word: string) => number {
  const holders = holdersOf(entries.map(({ worths }) => worths.keys()))
  const rarity = (count: number) => Math.log(1 + entries.length / (count + 2))
  return (word) => {
    const own = holders.get(word) ?? 0
    if (word.startsWith(LITTLE)) return own === 0 ? LITTLE_WEIGHT : LITTLE_WEIGHT * Math.min(1, rarity(own) / 3)
    const count = Math.max(own, ...synonymsOf(word).map((other) => holders.get(other) ?? 0))
    if (count === 0) return general.has(word) ? LITTLE_WEIGHT : UNKNOWN
    return Math.max(LEAST_WEIGHT, rarity(count) - COMMON)
  }
}

/** In how many passages each is. */
function holdersOf(all: readonly Iterable<string>[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const held of all) for (const one of held) holders.set(one, (holders.get(one) ?? 0) + 1)
  return holders
}

/** Corrects one typo in a word if that makes it one of the words of the passages; another form of such a word is no typo. */
function spelling(
  known: ReadonlyMap<string, string>,
  { stemOf, synonymsOf, general }: Vocabulary,
): (word: string) => string {
  const stems = new Set(known.values())
  return (word) => {
    const stem = stemOf(word)
    if (word.length < 5 || stem === null || stems.has(stem) || general.has(stem) || synonymsOf(stem).length > 0)
      return word
    // The first letter is rarely wrong: `catch` is no slip of `watch`.
    for (const other of known.keys()) if (other.length > 4 && other[0] === word[0] && isSlip(other, word)) return other
    return word
  }
}
