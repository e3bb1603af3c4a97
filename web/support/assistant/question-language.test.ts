import { expect, test } from 'vitest'
import { LANGUAGE_CODES, type Language } from '#contract/platform/languages.ts'
import { languageOf } from './question-language.ts'

const IN: [Language, string][] = [
  ['en', 'how do I pay for the car I won'],
  ['en', 'do you ship to Texas and what does it cost'],
  ['es', '¿Puedo pagar con tarjeta?'],
  ['es', 'quiero saber cuándo llega el título de mi auto'],
  ['de', 'Kann ich mit Karte bezahlen?'],
  ['de', 'wann kommen die Papiere für mein Auto'],
]

test.each(IN)(
  'a question is answered in its own language, whatever the language of the page: %s, %s',
  async (language, question) => {
    for (const page of LANGUAGE_CODES) expect(await languageOf(question, page), page).toBe(language)
  },
)

test('a few words that say no language are taken for the language of the page', async () => {
  for (const question of ['Toyota Sienna van', 'bitcoin?', 'VIN', 'die cast', '1003'])
    for (const page of LANGUAGE_CODES) expect(await languageOf(question, page), question).toBe(page)
})
