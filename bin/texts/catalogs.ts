import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { entriesOf } from '#server/platform/language/catalog.ts'
import { ROOT } from '#server/platform/root.ts'
import { contractTexts } from './contract-texts.ts'
import { compileTexts } from './macros.ts'

/** English texts with the files they are in. */
type Found = ReadonlyMap<string, ReadonlySet<string>>

/** The texts of pages, of the server, and those that both show of the contract. */
const TOPS = ['web', 'server', 'contract'] as const
const OTHERS = LANGUAGE_CODES.filter((code) => code !== 'en')

/** What is wrong with the catalogs; empty: every text is there and translated, and nothing else is. */
export function faultsOfCatalogs(): string[] {
  return TOPS.flatMap((top) => {
    const found = textsIn(top)
    return OTHERS.flatMap((language) => {
      const file = catalogFile(top, language)
      const known = new Map(entriesOf(readFileSync(path.join(ROOT, file), 'utf8')))
      return [
        ...[...found].flatMap(([english, files]) =>
          known.has(english) ? [] : [`${file} lacks "${english}" of ${[...files][0]}. Run npm run texts.`],
        ),
        ...[...known].flatMap(([english, own]) => {
          if (!found.has(english)) return [`${file} has "${english}", which nothing shows. Run npm run texts.`]
          return own === '' ? [`${file}: "${english}" isn’t translated.`] : []
        }),
      ]
    })
  })
}

/** Writes new texts into the catalogs and drops those that nothing shows. Translations stay. */
export function updateCatalogs(): void {
  for (const top of TOPS)
    for (const language of OTHERS) {
      const file = path.join(ROOT, catalogFile(top, language))
      const known = new Map(entriesOf(readFileSync(file, 'utf8')))
      const entries = [...textsIn(top)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([english, files]) =>
          [
            ...[...files].map((one) => `#: ${one}`),
            `msgid ${JSON.stringify(english)}`,
            `msgstr ${JSON.stringify(known.get(english) ?? '')}`,
          ].join('\n'),
        )
      writeFileSync(file, `${[headerOf(language), ...entries].join('\n\n')}\n`)
    }
}

function catalogFile(top: string, language: string): string {
  return `${top}/locales/${language}.po`
}

function textsIn(top: (typeof TOPS)[number]): Found {
  const found = new Map<string, Set<string>>()
  const add = (english: string, file: string) => found.set(english, (found.get(english) ?? new Set()).add(file))
  if (top === 'contract') {
    for (const { english, file } of contractTexts()) add(english, file)
    return found
  }
  for (const name of readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/(?<!\.test|\.test-\w+)\.tsx?$/.test(name)) continue
    const file = `${top}/${name}`
    for (const { english } of compileTexts(readFileSync(path.join(ROOT, file), 'utf8'), file).texts) add(english, file)
  }
  return found
}

function headerOf(language: string): string {
  const head = [`Language: ${language}`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8']
  return `msgid ""\nmsgstr ""\n${head.map((line) => JSON.stringify(`${line}\n`)).join('\n')}`
}
