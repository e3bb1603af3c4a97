import MiniSearch from 'minisearch'

/** Something that can be found by words; the head (a question, a heading) weighs more than the body. */
export type Findable = { head: string; body: string }

/** Less than this fraction of the best score is a word shared by chance. */
const LEAST_OF_BEST = 0.2
/** Shorter words are matched exactly. */
const FORGIVING_FROM = 4

const STOP_WORDS = new Set(
  'a an and any are as at be but by can could did do does for from get had has have how i if in is it its me my no not of on or our so that the their them there they this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** Searches items: those that share words with the query, best first. Rare words count more; endings and one typo are tolerated. */
export function textSearch<T extends Findable>(items: readonly T[]): (query: string) => T[] {
  const isForgiving = (word: string) => word.length >= FORGIVING_FROM
  const index = new MiniSearch({
    fields: ['head', 'body'],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: { boost: { head: 3 }, prefix: isForgiving, fuzzy: (word) => (isForgiving(word) ? 1 : false) },
  })
  index.addAll(items.map(({ head, body }, id) => ({ id, head, body })))
  return (query) => {
    const found = index.search(query)
    const least = LEAST_OF_BEST * (found[0]?.score ?? 0)
    return found.filter(({ score }) => score >= least).map(({ id }) => items[id as number]!)
  }
}

/** Lower-case words without stop words and common endings. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[’']|\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  return words.filter((word) => !STOP_WORDS.has(word)).map(stem)
}

function stem(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, '')
  return word
    .replace(/(ying|ies|ied)$/, 'y')
    .replace(/(ations?|ation|ing|ed|es|s)$/, '')
    .replace(/e$/, '')
}
