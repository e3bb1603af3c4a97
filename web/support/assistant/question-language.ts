import { LANGUAGE_CODES, type Language } from '#contract/platform/languages.ts'
import { vocabularyOf } from './retrieve.ts'
import type { Vocabulary } from './words.ts'

/** Names and brands are in several languages: one word of another language says nothing. */
const LEAD_MIN = 2

/** The language of a question, by its little words. In doubt it is the one of the page. */
export async function languageOf(question: string, page: Language): Promise<Language> {
  const counted = await Promise.all(
    LANGUAGE_CODES.map(async (code) => ({ code, count: littleWords(question, await vocabularyOf(code)) })),
  )
  const own = counted.find(({ code }) => code === page)?.count ?? 0
  const [best] = counted.toSorted((a, b) => b.count - a.count)
  return best !== undefined && best.count >= own + LEAD_MIN ? best.code : page
}

function littleWords(question: string, { writtenOut, tokensOf, stemOf }: Vocabulary): number {
  return tokensOf(writtenOut(question)).filter((token) => /^\p{L}+$/u.test(token) && stemOf(token) === null).length
}
