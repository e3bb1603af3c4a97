import { type Language, languageIn, LANGUAGES } from '#contract/platform/languages.ts'

/** The language of this page. The script in its head chose it; another language is another load of the page. */
export const language: Language = languageIn([globalThis.document?.documentElement.lang ?? ''])

/** For numbers and money. */
export const locale = LANGUAGES[language].locale

/** For dates: as the viewer's country writes them, in the language of the text around them. */
export const dateLocale = [globalThis.navigator?.language ?? ''].find((one) => one.startsWith(language)) ?? locale

/** For requests whose answer is a text of ours: English is what an answer is in anyway. */
export const languageQuery = language === 'en' ? {} : { language }
