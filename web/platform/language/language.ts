import { languageIn, type Language } from '#contract/platform/languages.ts'

/** The language of this page. The script in its head chose it; another language is another load of the page. */
export const language: Language = languageIn([globalThis.document?.documentElement.lang ?? ''])

const USUAL: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** For dates: as the viewer's country writes them, in the language of the text around them. */
export const dateLocale =
  [globalThis.navigator?.language ?? ''].find((one) => one.startsWith(language)) ?? USUAL[language]

/** For numbers and money: as in the United States. */
export const locale = USUAL[language]

/** For requests whose answer is a text of ours: English is what an answer is in anyway. */
export const languageQuery = language === 'en' ? {} : { language }
