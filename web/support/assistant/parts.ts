import { isGreeting } from '#contract/support/spelling.ts'
import type { Vocabulary } from './words.ts'

const PARTS_MAX = 4

/**
 * The questions in one message, without what is said around them; none if it is one sentence. `it` in a later one is the lot that an
 * earlier one names.
 */
export function partsOf(question: string, vocabulary: Vocabulary): string[] {
  const { writtenOut, between, asks } = vocabulary
  const sentences = writtenOut(question).split(/(?<=[.!?;])\s+/)
  const asked = sentences.filter((sentence) => asks.test(sentence.trim()))
  const split = (asked.length > 0 ? asked : sentences)
    .flatMap((sentence) => sentence.split(between))
    .map((part) => part.trim().replace(/\?+$/, ''))
    .filter((part) => /\p{L}/u.test(part) && part.includes(' ') && !isGreeting(part))
  const [lot] = /\b\d{3,7}\b/.exec(split[0] ?? '') ?? []
  const parts = lot === undefined ? rejoined(split, vocabulary) : split
  if (parts.length === 0 || (parts.length === 1 && sentences.length === 1)) return []
  return parts
    .map((part) => (lot === undefined || /\d/.test(part) ? part : part.replace(/\bit\b/, `lot ${lot}`)))
    .slice(-PARTS_MAX)
}

/** `… and what does that cost` says nothing alone: it stays with the question before it. */
function rejoined(parts: readonly string[], { refersBack, tokensOf, stemOf }: Vocabulary): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const telling = tokensOf(part).filter((token) => stemOf(token) !== null).length
    if (joined.length > 0 && telling <= 1 && refersBack.test(part)) joined.push(`${joined.pop()} ${part}`)
    else joined.push(part)
  }
  return joined
}
