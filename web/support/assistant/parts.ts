import { isGreeting } from '#contract/support/spelling.ts'
import type { Vocabulary } from './words.ts'

const PARTS_MAX = 3

/** The questions in one message; the message itself if it’s one. `it` in a later one is the lot that an earlier one names. */
export function partsOf(question: string, { writtenOut, between }: Vocabulary): string[] {
  const written = writtenOut(question)
  const parts = written
    .split(between)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part) && part.includes(' ') && !isGreeting(part))
  if (parts.length <= 1) return [written]
  const [lot] = /\b\d{3,7}\b/.exec(parts[0] ?? '') ?? []
  return parts
    .map((part) => (lot === undefined || /\d/.test(part) ? part : part.replace(/\bit\b/, `lot ${lot}`)))
    .slice(0, PARTS_MAX)
}
