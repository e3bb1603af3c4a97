import MiniSearch from 'minisearch'
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

/** The fraction of a question's weight that a passage must carry; below it, shared words are coincidence. */
const LEAST = 0.6
/** A common word alone is no evidence, even if it’s the whole question; a phrase is. */
const LEAST_EVIDENCE = 1
/** A lower fraction is enough for a passage that stands out: no other carries nearly as much. */
const LEAST_ALONE = 0.36
const STANDS_OUT = 0.62
/** The least weight of a passage that stands out. */
const TELLING = 3.2
/** The least fraction of a passage that may be meant: if it has several words of the question, or one. */
const LEAST_RELATED = 0.25
const LEAST_OF_ONE = 0.42
/** The weight of a word by its position; a synonym counts for less than the word itself. */
const FIELDS = { head: 1, also: 0.9, text: 0.55 } as const
const SYNONYM = 0.75
/** Ties go to the shorter question and the plainer page. */
const BREVITY = 0.12
const FAQ = 0.08
/** For two neighboring words that few passages have as neighbors, little words included: `go up`, `how long`. */
const PHRASE = 0.2
const OTHERS_MAX = 2
const RELATED_MAX = 3
/** Passages whose score is close enough to the best for further reading. */
const CLOSE = 0.75

type Field = keyof typeof FIELDS

/** Public passages, indexed once: MiniSearch finds the candidates by words, forms and synonyms; this code scores them. */
export function knowledgeOf(passages: readonly Passage[], vocabulary: Vocabulary = ENGLISH): Knowledge {
  const { tokensOf, stemOf, synonymsOf } = vocabulary
  const withSynonyms = (word: string) => {
    const stem = stemOf(word)
    return stem === null ? null : [stem, ...synonymsOf(stem)]
  }
  const index = new MiniSearch<Passage>({
    fields: Object.keys(FIELDS),
    tokenize: tokensOf,
    processTerm: (word) => stemOf(word),
    searchOptions: { boost: FIELDS, processTerm: withSynonyms },
  })
  index.addAll(passages)
  const shelf = new Map(passages.map((passage) => [passage.id, { passage, stems: stemsOf(passage, vocabulary) }]))
  const weightOf = weights(
    [...shelf.values()].map(({ stems }) => stems),
    vocabulary,
  )
  const pairs = new Map(
    passages.map(({ id, head, also }) => [id, new Set([head, also].flatMap((text) => pairsOf(text, vocabulary)))]),
  )
  const pairHolders = new Map<string, number>()
  for (const held of pairs.values()) for (const pair of held) pairHolders.set(pair, (pairHolders.get(pair) ?? 0) + 1)
  const spelled = spelling(passages, vocabulary)

  const rank = (asked: string) => {
    const question = spelled(asked)
    const words = wordsOf(question, vocabulary)
    const whole = words.reduce((sum, word) => sum + weightOf(word), 0)
    const askedPairs = pairsOf(question, vocabulary)
    return index
      .search(question)
      .map(({ id }) => {
        const { passage, stems } = shelf.get(String(id))!
        const phrases = askedPairs.reduce(
          (sum, pair) => sum + (pairs.get(passage.id)!.has(pair) ? 1 / pairHolders.get(pair)! : 0),
          0,
        )
        const worths = words.map((word) => weightOf(word) * worthOf(stems, word, vocabulary))
        const weight = worths.reduce((sum, worth) => sum + worth, 0)
        const isSingle = words.length > 1 && worths.filter((worth) => worth > 0).length === 1
        const said = weight / whole
        const hits = words.filter((word) => stems.head.has(word)).length
        const bonus =
          BREVITY * (hits / Math.max(1, stems.head.size)) + PHRASE * phrases + (passage.page === 'FAQ' ? FAQ : 0)
        return { passage, weight, phrases, isSingle, said, score: said + bonus }
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
      if (first === undefined || !isClear(first, rest)) return null
      const others = rest.filter(({ score }) => score >= first.score * CLOSE).slice(0, OTHERS_MAX)
      return { best: first.passage, others: others.map(({ passage }) => passage) }
    },
    related: (question) =>
      rank(question)
        .filter(({ said, isSingle }) => said >= (isSingle ? LEAST_OF_ONE : LEAST_RELATED))
        .slice(0, RELATED_MAX)
        .map(({ passage }) => passage),
  }
}

type Ranked = { weight: number; phrases: number; said: number }

function isClear(first: Ranked, rest: readonly Ranked[]): boolean {
  if (first.weight + first.phrases < LEAST_EVIDENCE) return false
  if (first.said >= LEAST) return true
  const next = Math.max(0, ...rest.map(({ said }) => said))
  return first.said >= LEAST_ALONE && first.weight >= TELLING && next <= first.said * STANDS_OUT
}

function wordsOf(text: string, { tokensOf, stemOf }: Vocabulary): string[] {
  return [...new Set(tokensOf(text).flatMap((word) => stemOf(word) ?? []))]
}

/** Neighboring words, as they are written. */
function pairsOf(text: string, { tokensOf }: Vocabulary): string[] {
  const words = tokensOf(text)
  return words.slice(1).map((word, index) => `${words[index]} ${word}`)
}

type Stems = Record<Field, ReadonlySet<string>>

function stemsOf({ head, also, text }: Passage, vocabulary: Vocabulary): Stems {
  const stems = (said: string) => new Set(wordsOf(said, vocabulary))
  return { head: stems(head), also: stems(also), text: stems(text) }
}

/** The weight of a word in no passage: it may be a name or a place, or what the whole question is about. */
const UNKNOWN = 2.2

/** Taken off the weight of each word, so that a common one such as `car` nearly vanishes. */
const COMMON = 0.6
const LEAST_WEIGHT = 0.2

/** Rare words say more about the subject of a question. */
function weights(all: readonly Stems[], { synonymsOf }: Vocabulary): (word: string) => number {
  const holders = new Map<string, number>()
  for (const { head, also, text } of all)
    for (const word of new Set([...head, ...also, ...text])) holders.set(word, (holders.get(word) ?? 0) + 1)
  return (word) => {
    const count = Math.max(holders.get(word) ?? 0, ...synonymsOf(word).map((other) => holders.get(other) ?? 0))
    return count <= 0 ? UNKNOWN : Math.max(LEAST_WEIGHT, Math.log(1 + all.length / (count + 2)) - COMMON)
  }
}

/** The score of a query word in a passage, 0 to 1: by position, and as itself, as a synonym or with a typo. */
function worthOf(stems: Stems, word: string, vocabulary: Vocabulary): number {
  const fields = Object.entries(FIELDS) as [Field, number][]
  return Math.max(...fields.map(([field, weight]) => weight * likeness(stems[field], word, vocabulary)))
}

function likeness(stems: ReadonlySet<string>, word: string, { synonymsOf }: Vocabulary): number {
  if (stems.has(word)) return 1
  return synonymsOf(word).some((other) => stems.has(other)) ? SYNONYM : 0
}

/** Corrects one typo in a word if that makes it a known word. */
function spelling(
  passages: readonly Passage[],
  { spelledOut, tokensOf, stemOf, synonymsOf }: Vocabulary,
): (question: string) => string {
  const known = new Set(passages.flatMap(({ head, also, text }) => tokensOf(`${head} ${also} ${text}`)))
  const right = (word: string) => {
    const stem = stemOf(word)
    if (word.length < 5 || stem === null || known.has(word) || synonymsOf(stem).length > 0) return word
    // The first letter is rarely wrong: `catch` is no slip of `watch`.
    for (const other of known) if (other.length > 4 && other[0] === word[0] && isSlip(other, word)) return other
    return word
  }
  return (question) => tokensOf(spelledOut(question)).map(right).join(' ')
}
