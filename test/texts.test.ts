import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bareTexts, bareTextsIn } from '../bin/texts/bare-texts.ts'
import { faultsOfCatalogs } from '../bin/texts/catalogs.ts'
import { contractTexts, writtenIn } from '../bin/texts/contract-texts.ts'
import { compileTexts } from '../bin/texts/macros.ts'
import { staffScreens } from '../bin/texts/staff-screens.ts'
import { type Language, LANGUAGE_CODES, languageIn } from '#contract/platform/languages.ts'
import { amountIn, keyOf, piecesOf, type Message } from '#contract/platform/message.ts'
import { inLanguage, labelInSentence, plural, t, translated } from '#server/platform/language/text.ts'
import { compiled } from '#server/platform/language/catalog.ts'
import { ROOT } from '#server/platform/root.ts'

const IMPORTS = `import { plural, t } from '#web/platform/language/text.ts'\nimport { Trans } from '#web/platform/language/trans.tsx'\n`
const compile = (code: string) => compileTexts(IMPORTS + code, 'a.tsx')
const english = (code: string) => compile(code).texts.map((text) => text.english)
const shown = (message: Message, values: Record<string, string | number>, language: string) =>
  piecesOf(message, values, { formOf: (count) => new Intl.PluralRules(language).select(count), locale: language })
    .map((piece) => (typeof piece === 'string' ? piece : piece.value))
    .join('')

test('every text is in the catalog of every language, translated, and no catalog has a text that nothing shows', () => {
  expect(faultsOfCatalogs()).toEqual([])
})

test('no text is outside of the macros', () => {
  expect(bareTexts()).toEqual([])
  const screen =
    'x = <p title="Bid now">Bid {busy ? "now" : t`later`}{t`${ok ? "no" : ""} bid`}<b className="big" /></p>'
  expect(bareTextsIn(screen, 'a.tsx').map((fault) => fault.split('"')[1])).toEqual(['Bid now', 'Bid', 'now', 'no'])
  const note = "x = ok ? t`check digit correct` : 'no check digit'\ny = clsx('flex truncate tabular')"
  expect(bareTextsIn(note, 'a.ts').map((fault) => fault.split('"')[1])).toEqual(['no check digit'])
})

test('visitors don’t load what only staff see', () => {
  const files = new Map([
    ['web/main.tsx', "import { Price } from '#web/price.tsx'\nimport('#web/shell/admin/pages.tsx')"],
    ['web/shell/admin/pages.tsx', "import { Queue } from '#web/queue.tsx'\nimport { Price } from '#web/price.tsx'"],
    ['web/queue.tsx', 'export const Queue = () => <p>{t`Waiting`}</p>'],
    ['web/price.tsx', 'export const Price = () => t`Price`'],
  ])
  expect([...staffScreens(files)]).toEqual(['web/shell/admin/pages.tsx', 'web/queue.tsx'])
  const code = "const list = adminList({ label: 'Hammer' })\nconst LABELS = { sold: { label: 'Sold' } }"
  expect(writtenIn(code, 'contract/a.ts').map(({ english, isForStaff }) => [english, isForStaff])).toEqual([
    ['Hammer', true],
    ['Sold', false],
  ])
})

test('every refusal that a member can get, and every label, is in the catalogs of the contract', () => {
  const found = new Set(contractTexts().map(({ english }) => english))
  for (const english of [
    'We couldn’t find {what}.',
    'this lot',
    'The email or password is incorrect.',
    'Confirm your email first. Open the link we sent you, or ask for a new one.',
    'You have no credit that we can refund.',
    'You have {SEARCHES_MAX} saved searches. Delete one first.',
    'Enter your full name.',
    'Sign in first.',
    'Odometer',
    '{field} may have at most {maximum} characters.',
    'until you sign out',
  ])
    expect(found).toContain(english)
  const code = 'function f() {\n  return refuse("gone", `Lot ${lot.number} is ${isOver ? "over" : "open"}.`)\n}'
  expect(writtenIn(code, 'server/lots/a.ts').map(({ english }) => english)).toEqual([
    'Lot {number} is {isOver}.',
    'over',
    'open',
  ])
})

test('a text that was written in English is translated with its values, sentence by sentence', () => {
  const spanish = (english: string) => inLanguage('es', () => translated(english))
  expect(spanish('We couldn’t find this lot.')).toBe('No encontramos este lote.')
  expect(spanish('The next bid is $1,200.00.')).toBe('La siguiente puja es $1,200.00.')
  expect(spanish('Your bid wasn’t placed. This lot is closed. Your bid arrived too late.')).toBe(
    'Tu puja no se hizo. Este lote está cerrado. Tu puja llegó demasiado tarde.',
  )
  expect(spanish('The first name needs at least 3 characters.')).toBe('Este dato necesita al menos 3 caracteres.')
  expect(spanish('Late fee: invoice 2026-000003 wasn’t paid by its due date')).toBe(
    'Recargo por mora: la factura 2026-000003 no se pagó antes de su vencimiento',
  )
  expect(spanish('connect ECONNREFUSED 10.0.0.1:587')).toBe('conexión rechazada: 10.0.0.1:587')
  expect(spanish('The staff wrote this.')).toBe('The staff wrote this.')
  expect(translated('We couldn’t find this lot.')).toBe('We couldn’t find this lot.')
})

test('a value is named after what it is, and two values of one name stay apart', () => {
  expect(english('t`Lot ${lot.number} of ${formatMoney(lot.price, currency)}, now ${price}`')).toEqual([
    'Lot {number} of {price}, now {price2}',
  ])
  expect(english('t`${names.length} names`')).toEqual(['{names} names'])
})

test('a sentence with elements is one text, spaced as React shows it', () => {
  expect(english('x = <Trans>\n  Read the <a href="/terms">terms</a>{" "}\n  before you bid.\n</Trans>')).toEqual([
    'Read the <0>terms</0> before you bid.',
  ])
})

test('a text in a value of another text is a text of its own', () => {
  expect(english('t`Paid${late ? t` late` : ""}`').toSorted()).toEqual([' late', 'Paid{late}'])
})

test('compiled code keeps its lines and asks for no parser', () => {
  const code = 'x = (\n  <Trans>\n    Read\n    this {name}\n  </Trans>\n)\ny = t`Bid`'
  expect(compile(code).code.split('\n')).toHaveLength((IMPORTS + code).split('\n').length)
  expect(compile('t`Bid`').code).toContain('t("Bid")')
})

test('a plural takes the form of its number in each language', () => {
  const [message = ''] = english("plural(bids, { one: '# bid', other: '# bids' })")
  expect([0, 1, 2, 1200].map((bids) => shown(compiled(message), { bids }, 'en'))).toEqual([
    '0 bids',
    '1 bid',
    '2 bids',
    '1,200 bids',
  ])
  expect(shown(compiled('{bids, plural, one {# puja} other {# pujas}}'), { bids: 1 }, 'es')).toBe('1 puja')
  expect(shown(compiled('{bids, plural, one {# Gebot} other {# Gebote}}'), { bids: 1200 }, 'de')).toBe('1.200 Gebote')
})

test('a value is shown as it is, whatever is written in it', () => {
  expect(shown(compiled('Hello {name}'), { name: '{bids} <0>#</0>' }, 'en')).toBe('Hello {bids} <0>#</0>')
})

test('keys of texts are the same on every machine', () => {
  expect(keyOf('Place bid')).toBe(keyOf(compiled('Place bid')))
  expect(keyOf('Place bid')).not.toBe(keyOf('Place bids'))
})

test('an amount in a stored sentence is written as the language writes it; a year or a lot number stays', () => {
  const said = ['$1,234.50', '-$5.00', '64,601', '8.25%', '€99', '2010', '1041', 'Lot 7', '1,2,3']
  expect(said.map((one) => amountIn(one, 'de-DE').replaceAll('\u00a0', ' '))).toEqual([
    '1.234,50 $',
    '-5,00 $',
    '64.601',
    '8,25 %',
    '99 €',
    '2010',
    '1041',
    'Lot 7',
    '1,2,3',
  ])
  expect(amountIn('$1,234.50', 'es-US')).toBe('$1,234.50')
})

test('no code names a language but English: a new one is a line in the list of languages, and its texts', () => {
  const named = new RegExp(`['"](${LANGUAGE_CODES.filter((code) => code !== 'en').join('|')})['"]`)
  const faults = ['contract', 'engine', 'server', 'web', 'bin'].flatMap((top) =>
    readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .map((name) => `${top}/${name}`)
      .filter((file) => /(?<!\.test|\.test-\w+)\.(tsx?|mjs)$/.test(file) && !/\/languages(\/\w+)?\.ts$/.test(file))
      .filter((file) => named.test(readFileSync(path.join(ROOT, file), 'utf8'))),
  )
  expect(faults).toEqual([])
})

test('the language is the first wanted one that we have, else English', () => {
  expect(languageIn(['fr-FR', 'es-MX', 'en'])).toBe('es')
  expect(languageIn(['', 'en-GB', 'es'])).toBe('en')
  expect(languageIn(['de-AT', 'es'])).toBe('de')
  expect(languageIn(['fr'])).toBe('en')
})

test('the server renders in the language it was given, and in English before and after', () => {
  const render = () => t`${plural({ lots: 2 }, { one: '# lot', other: '# lots' })} by ${{ name: 'Ada' }}`
  expect(render()).toBe('2 lots by Ada')
  expect(inLanguage('es', render)).toBe('2 lots by Ada')
  expect(() =>
    inLanguage('es', () => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect(render()).toBe('2 lots by Ada')
})

test('a label within a sentence is written small, but for abbreviations and for nouns of languages that write them large', () => {
  expect(['Sales tax', 'VAT', 'Documentation'].map(labelInSentence)).toEqual(['sales tax', 'VAT', 'documentation'])
  expect(inLanguage('es', () => labelInSentence('Sales tax'))).toBe(translatedIn('es').toLowerCase())
  expect(inLanguage('de', () => labelInSentence('Sales tax'))).toBe(translatedIn('de'))
})

const translatedIn = (language: Language) => inLanguage(language, () => translated('Sales tax'))
