/** Something that can be found by words; the head (a question, a heading) weighs more than the body. */
export type Findable = { head: string; body: string }
/** `covered`: the share of the query's words that the item has. */
export type Found<T> = { item: T; score: number; covered: number }

const HEAD_WEIGHT = 3
const PREFIX_WEIGHT = 0.6
const TYPO_WEIGHT = 0.5
/** Of two heads with the same words the one that says less besides is meant. */
const BREVITY_WEIGHT = 0.05

const STOP_WORDS = new Set(
  'a an and any are as at be but by can could did do does for from get had has have how i if in is it its me my no not of on or our so that the their them there they this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/**
 * The items that share words with the query, best first. Rare words count more; endings and one slip of the finger are forgiven.
 * `score` is 0 to about 1 for each query word on the average: a whole rare word in the head is 1.
 */
export function rankText<T extends Findable>(items: readonly T[], query: string): Found<T>[] {
  const asked = wordsOf(query)
  if (asked.length === 0) return []
  const shelf = items.map((item) => ({ item, head: new Set(wordsOf(item.head)), body: new Set(wordsOf(item.body)) }))
  const rarities = asked.map((word) =>
    rarity(shelf.filter(({ head, body }) => holds(head, body, word) > 0).length, items.length),
  )
  return shelf
    .map(({ item, head, body }) => {
      const likenesses = asked.map((word) => holds(head, body, word))
      const sum = likenesses.reduce((total, likeness, index) => total + likeness * (rarities[index] ?? 0), 0)
      const inHead = asked.filter((word) => head.has(word)).length
      const brevity = head.size === 0 ? 0 : (BREVITY_WEIGHT * inHead) / head.size
      const covered = likenesses.filter((likeness) => likeness > 0).length / asked.length
      return { item, score: sum === 0 ? 0 : sum / (HEAD_WEIGHT * asked.length) + brevity, covered }
    })
    .filter((found) => found.score > 0)
    .toSorted((one, other) => other.score - one.score)
}

/** Lower-case words without stop words and common endings. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[’']|\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  return [...new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stem))]
}

function stem(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, '')
  return word
    .replace(/(ying|ies|ied)$/, 'y')
    .replace(/(ations?|ation|ing|ed|es|s)$/, '')
    .replace(/e$/, '')
}

function rarity(holders: number, all: number): number {
  return holders === 0 ? 0 : Math.min(1, Math.log(1 + all / holders) / Math.log(1 + all / 2))
}

function holds(head: Set<string>, body: Set<string>, word: string): number {
  return Math.max(likeness(head, word) * HEAD_WEIGHT, likeness(body, word))
}

function likeness(words: Set<string>, word: string): number {
  if (words.has(word)) return 1
  if (word.length < 4) return 0
  let best = 0
  for (const known of words) {
    if (known.startsWith(word)) return PREFIX_WEIGHT
    if (known.length >= 4 && oneSlip(known, word)) best = TYPO_WEIGHT
  }
  return best
}

/** One letter too many, too few, wrong, or two swapped. */
export function oneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
