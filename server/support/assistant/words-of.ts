import type { Language } from '#contract/platform/languages.ts'
import { isGreeting } from '#contract/support/spelling.ts'
import { ENGLISH_OFFERS, fragmentIn, offerIn, type OfferIntent, type OfferWords } from './about-offers.ts'
import { intentOf, type Intent } from './intents.ts'

/** What the assistant knows of a language; of others than English in `languages/<code>.ts`. */
export type AssistantWords = {
  /** Null: public pages answer, or nothing does. */
  intentOf(question: string): Intent | null
  offers: OfferWords
  /** As a language model is asked to write it. */
  style: string
}

const ENGLISH: AssistantWords = { intentOf, offers: ENGLISH_OFFERS, style: 'plain American English' }

export async function wordsOf(language: Language): Promise<AssistantWords> {
  if (language === 'en') return ENGLISH
  const { words } = (await import(`./languages/${language}.ts`)) as { words: AssistantWords }
  return words
}

/** A person whose pages are in another language may still ask in English, and greet in any. */
export async function intentIn(language: Language, asked: string): Promise<Intent | null> {
  if (isGreeting(asked)) return { about: 'greeting' }
  const question = withDollars(asked)
  const words = await wordsOf(language)
  const intent = words.intentOf(question) ?? intentOf(question)
  // `Show me cars under 10k` asks for cars on sale rather than for the person's own.
  if (intent !== null && intent.about !== 'positions') return intent
  return offerIn(question, words.offers) ?? (language === 'en' ? null : offerIn(question, ENGLISH_OFFERS)) ?? intent
}

/** Where nothing else is recognized: words that may name vehicles. */
export async function vehiclesIn(language: Language, asked: string): Promise<OfferIntent | null> {
  const question = withDollars(asked)
  const words = await wordsOf(language)
  return fragmentIn(question, words.offers) ?? (language === 'en' ? null : fragmentIn(question, ENGLISH_OFFERS))
}

/** An amount is recognized by the sign beside it, whatever the currency: the patterns know the dollar's. */
function withDollars(question: string): string {
  return question.replaceAll(/\p{Sc}/gu, '$')
}
