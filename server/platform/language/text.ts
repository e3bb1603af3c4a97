import path from 'node:path'
import { type Language, LANGUAGES } from '#contract/platform/languages.ts'
import { keyOf, piecesOf, translationOf, type Catalog, type Message, type Pattern } from '#contract/platform/message.ts'
import { messageIn } from '#contract/platform/template.ts'
import { ROOT } from '../root.ts'
import { catalogOf, compiled, patternsOf, readEntries } from './catalog.ts'

const catalogs = new Map<Language, Catalog>()
const written = new Map<Language, { texts: Catalog; patterns: Pattern[] }>()
const messages = new Map<string, Message>()
const forms = new Map<Language, Intl.PluralRules>()
let current: Language = 'en'

/** Renders in a language; everything in it that asks for a text or a format gets that language's. It must not wait for anything. */
export function inLanguage<T>(language: Language, render: () => T): T {
  const before = current
  current = language
  try {
    return render()
  } finally {
    current = before
  }
}

export function languageNow(): Language {
  return current
}

/** For numbers, money and dates. */
export function localeNow(): string {
  return LANGUAGES[current].locale
}

type Named = Record<string, string | number>
type Choice = { name: string; value: number; icu: string }

/** A text in the language of the call. Values are named, for translators: t`Lot ${{ lotNumber }}`. */
export function t(fixed: TemplateStringsArray, ...given: (Named | Choice)[]): string {
  const values: Named = {}
  let english = fixed[0] ?? ''
  given.forEach((one, index) => {
    if (isChoice(one)) values[one.name] = one.value
    else Object.assign(values, one)
    english += (isChoice(one) ? one.icu : `{${Object.keys(one)[0]}}`) + (fixed[index + 1] ?? '')
  })
  return said(english, values)
}

/** A word by a number, in a text: t`${plural({ count }, { one: '# lot', other: '# lots' })} closed`. */
export function plural(named: Record<string, number>, forms: { one: string; other: string }): Choice {
  const [name = '', value = 0] = Object.entries(named)[0] ?? []
  return { name, value, icu: `{${name}, plural, one {${forms.one}} other {${forms.other}}}` }
}

/** A label within a sentence: `sales tax`. Abbreviations such as `VAT` keep their capitals, and so do the nouns of some languages. */
export function labelInSentence(label: string): string {
  const translation = translated(label)
  if ('capitalNouns' in LANGUAGES[current]) return translation
  return translation.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
}

/** English that was written without knowing its reader, such as a label of the contract or a stored sentence. */
export function translated(english: string): string {
  if (current === 'en') return english
  const { texts, patterns } = writtenIn(current)
  return translationOf(english, texts, patterns, {
    formOf: (count) => formsOf(current).select(count),
    locale: localeNow(),
  })
}

/** A text of the contract whose values are put in where it is shown, in a language. */
export function filledIn(language: Language, template: string, values: Readonly<Record<string, string>>): string {
  const message = messageIn(template)
  const own = language === 'en' ? undefined : writtenIn(language).texts[keyOf(message)]
  return piecesOf(own ?? message, values, { formOf: () => 'other', locale: LANGUAGES[language].locale })
    .map((piece) => (typeof piece === 'string' ? piece : piece.value))
    .join('')
}

function said(english: string, values: Named): string {
  const message = messageOf(english)
  const own = current === 'en' ? undefined : ownTexts(current)[keyOf(message)]
  return piecesOf(own ?? message, values, { formOf: (count) => formsOf(current).select(count), locale: localeNow() })
    .map((piece) => (typeof piece === 'string' ? piece : piece.value))
    .join('')
}

function messageOf(english: string): Message {
  const known = messages.get(english)
  if (known !== undefined) return known
  const made = /[{']/.test(english) ? compiled(english) : english
  messages.set(english, made)
  return made
}

/** Creating the rules costs more than a hundred uses. */
function formsOf(language: Language): Intl.PluralRules {
  const known = forms.get(language) ?? new Intl.PluralRules(LANGUAGES[language].locale)
  forms.set(language, known)
  return known
}

function ownTexts(language: Language): Catalog {
  const known = catalogs.get(language)
  if (known !== undefined) return known
  const read = catalogOf(readEntries(path.join(ROOT, 'server/locales', `${language}.po`)))
  catalogs.set(language, read)
  return read
}

function writtenIn(language: Language): { texts: Catalog; patterns: Pattern[] } {
  const known = written.get(language)
  if (known !== undefined) return known
  const entries = readEntries(path.join(ROOT, 'contract/locales', `${language}.po`))
  const read = { texts: catalogOf(entries), patterns: patternsOf(entries) }
  written.set(language, read)
  return read
}

function isChoice(given: Named | Choice): given is Choice {
  return 'icu' in given
}
