import { isGreeting } from '#contract/support/spelling.ts'
import type { Vocabulary } from './words.ts'

const PARTS_MAX = 4

/**
 * The questions in one message, without what is said around them; none if it is one sentence. `it` in a later one is the lot that an
 * earlier one names.
 */
export function partsOf(question: string, { writtenOut, between, asks }: Vocabulary): string[] {
  const sentences = writtenOut(question).split(/(?<=[.!?;])\s+/)
  const asked = sentences.filter((sentence) => asks.test(sentence.trim()))
  const parts = (asked.length > 0 ? asked : sentences)
    .flatMap((sentence) => sentence.split(between))
    .map((part) => part.trim().replace(/\?+$/, ''))
    .filter((part) => /\p{L}/u.test(part) && part.includes(' ') && !isGreeting(part))
  if (parts.length === 0 || (parts.length === 1 && sentences.length === 1)) return []
  const [lot] = /\b\d{3,7}\b/.exec(parts[0] ?? '') ?? []
  return parts
    .map((part) => (lot === undefined || /\d/.test(part) ? part : part.replace(/\bit\b/, `lot ${lot}`)))
    .slice(-PARTS_MAX)
}
