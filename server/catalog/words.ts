import { folded } from './facet-values.ts'

/** Further words of a search are ignored. */
const QUERY_WORDS_MAX = 8

/** Filler words that do not tell lots apart, as in "white car with front damage", in every language. */
const FILLERS = new Set(
  (
    'and with in car cars vehicle vehicles damage damaged title gearbox transmission colour color ' +
    'y con de en coche coches carro carros auto autos vehiculo vehiculos titulo transmision ' +
    'und mit fahrzeug fahrzeuge wagen getriebe farbe'
  ).split(' '),
)

/** A word of a search: joined (`f150` for "F-150"), and its parts where punctuation divides it. */
export type QueryWord = { joined: string; parts: string[] }

/** The searchable words of a text: each part, and neighbors joined where one is short or has a digit, as in "F-150" and "CX 5". */
export function wordsOf(text: string): string[] {
  const parts = partsOf(text)
  const words = new Set(parts)
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    if (next !== undefined && (isShort(part) || isShort(next))) words.add(part + next)
  }
  return [...words]
}

export function queryWordsOf(q: string): QueryWord[] {
  const words = q
    .split(/\s+/)
    .map((chunk) => partsOf(chunk))
    .filter((parts) => parts.length > 0)
    .map((parts) => ({ joined: parts.join(''), parts }))
  const telling = words.filter(({ joined }) => !FILLERS.has(joined))
  return (telling.length > 0 ? telling : words).slice(0, QUERY_WORDS_MAX)
}

function partsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.slice(0, 40))
}

function isShort(word: string): boolean {
  return word.length <= 3 || /\d/.test(word)
}
