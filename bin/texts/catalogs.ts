import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { type Entry, FOR_STAFF, readEntries } from '#server/platform/language/catalog.ts'
import { ROOT } from '#server/platform/root.ts'
import { contractTexts } from './contract-texts.ts'
import { compileTexts } from './macros.ts'
import { staffScreens, webFiles } from './staff-screens.ts'

/** English texts with the files they are in, and whether only staff see them. */
type Found = ReadonlyMap<string, { files: ReadonlySet<string>; isForStaff: boolean }>

/** The texts of pages, of the server, and those that both show of the contract. */
const TOPS = ['web', 'server', 'contract'] as const
const OTHERS = LANGUAGE_CODES.filter((code) => code !== 'en')

/** What is wrong with the catalogs; empty: every text is there and translated, and nothing else is. */
export function faultsOfCatalogs(): string[] {
  return TOPS.flatMap((top) => {
    const found = textsIn(top)
    return OTHERS.flatMap((language) => {
      const file = catalogFile(top, language)
      const known = knownIn(file)
      return [
        ...[...found].flatMap(([english, { files, isForStaff }]) =>
          known.get(english)?.isForStaff === isForStaff
            ? []
            : [`${file} lacks "${english}" of ${[...files][0]}, or who sees it is wrong. Run npm run texts.`],
        ),
        ...[...known].flatMap(([english, { translation }]) => {
          if (!found.has(english)) return [`${file} has "${english}", which nothing shows. Run npm run texts.`]
          return translation === '' ? [`${file}: "${english}" isn’t translated.`] : []
        }),
      ]
    })
  })
}

/** Writes new texts into the catalogs and drops those that nothing shows. Translations stay. */
export function updateCatalogs(): void {
  for (const top of TOPS)
    for (const language of OTHERS) {
      const file = catalogFile(top, language)
      const known = knownIn(file)
      const entries = [...textsIn(top)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([english, { files, isForStaff }]) =>
          [
            ...(isForStaff ? [FOR_STAFF] : []),
            ...[...files].map((one) => `#: ${one}`),
            `msgid ${JSON.stringify(english)}`,
            `msgstr ${JSON.stringify(known.get(english)?.translation ?? '')}`,
          ].join('\n'),
        )
      writeFileSync(path.join(ROOT, file), `${[headerOf(language), ...entries].join('\n\n')}\n`)
    }
}

function catalogFile(top: string, language: string): string {
  return `${top}/locales/${language}.po`
}

function knownIn(file: string): Map<string, Entry> {
  return new Map(readEntries(path.join(ROOT, file)).map((entry) => [entry.english, entry]))
}

function textsIn(top: (typeof TOPS)[number]): Found {
  const found = new Map<string, { files: Set<string>; isForStaff: boolean }>()
  const add = (english: string, file: string, isForStaff: boolean) => {
    const known = found.get(english) ?? { files: new Set<string>(), isForStaff: true }
    known.files.add(file)
    found.set(english, { ...known, isForStaff: known.isForStaff && isForStaff })
  }
  if (top === 'contract') {
    for (const { english, file, isForStaff } of contractTexts()) add(english, file, isForStaff)
    return found
  }
  const staffOnly = top === 'web' ? staffScreens(webFiles()) : new Set<string>()
  for (const name of readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/(?<!\.test|\.test-\w+)\.tsx?$/.test(name)) continue
    const file = `${top}/${name}`
    for (const { english } of compileTexts(readFileSync(path.join(ROOT, file), 'utf8'), file).texts)
      add(english, file, staffOnly.has(file))
  }
  return found
}

function headerOf(language: string): string {
  const head = [`Language: ${language}`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8']
  return `msgid ""\nmsgstr ""\n${head.map((line) => JSON.stringify(`${line}\n`)).join('\n')}`
}
