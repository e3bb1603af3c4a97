import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Plugin } from 'vite'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#contract/platform/languages.ts'
import { amountIn, keyOf, piecesOf, translationOf, type Catalog, type Pattern } from '#contract/platform/message.ts'
import { catalogOf, type Entry, patternsOf, readEntries } from '#server/platform/language/catalog.ts'
import { ROOT } from '#server/platform/root.ts'
import { compileTexts } from './macros.ts'

/** Compiles the texts of the pages in their place, before anything else reads the files. */
export function textsInPlace(): Plugin {
  return {
    name: 'paddock-texts-in-place',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/[^?]*\.tsx?$/, code: /language\/(text|trans)\.tsx?/ },
      handler: (code, id) => ({ code: compileTexts(code, id).code, map: null }),
    },
  }
}

type CatalogFile = { name: string; source: string; integrity: string }

/** The catalogs as scripts, with the hash of their content in their names: what everyone may see, and what only staff see. */
export function catalogFiles(): Map<string, { all: CatalogFile; staff: CatalogFile }> {
  return new Map(
    LANGUAGE_CODES.filter((language) => language !== 'en').map((language) => {
      const [web, contract] = ['web', 'contract'].map((top) =>
        readEntries(path.join(ROOT, top, 'locales', `${language}.po`)),
      ) as [Entry[], Entry[]]
      const textsOf = (isForStaff: boolean) => {
        const [written, shown] = [contract, web].map((entries) =>
          catalogOf(entries.filter((entry) => entry.isForStaff === isForStaff)),
        )
        return { ...written, ...shown }
      }
      const texts = textsOf(false)
      const staff = fileOf(
        `${language}-staff`,
        // Patterns are tried in their order: all of them replace those for everyone.
        `languageCatalog.add(${JSON.stringify(textsOf(true))},${JSON.stringify(patternsOf(contract))})`,
      )
      const patterns = patternsOf(contract.filter(({ isForStaff }) => !isForStaff))
      return [language, { all: fileOf(language, scriptOf(language, texts, patterns, staff)), staff }]
    }),
  )
}

function fileOf(name: string, source: string): CatalogFile {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`
  return { name: `assets/${name}-${hash}.js`, source, integrity }
}

/** As pages use it (`web/platform/language/text.ts`): the keys of texts, and patterns, are used here alone. */
function scriptOf(language: Language, catalog: Catalog, known: readonly Pattern[], staff: CatalogFile): string {
  return [
    '{',
    ...[keyOf, piecesOf, amountIn, translationOf].map((one) => `const ${one.name}=${one.toString()};`),
    `const texts=${JSON.stringify(catalog)};`,
    `let patterns=${JSON.stringify(known)};`,
    `const forms=new Intl.PluralRules(${JSON.stringify(language)});`,
    `const customs={formOf:(count)=>forms.select(count),locale:${JSON.stringify(LANGUAGES[language].locale)}};`,
    'const translate=(english)=>translationOf(english,texts,patterns,customs);',
    'const add=(more,all)=>{for(const key in more)texts[key]??=more[key];patterns=all};',
    `const staff=${JSON.stringify({ src: `/${staff.name}`, integrity: staff.integrity })};`,
    'languageCatalog={find:(message)=>texts[keyOf(message)]??message,customs,translate,add,staff}',
    '}',
  ].join('')
}

/** Writes the catalogs beside the other scripts. */
export function writeCatalogs(catalogs: ReturnType<typeof catalogFiles>): Plugin {
  return {
    name: 'paddock-catalogs',
    apply: 'build',
    generateBundle() {
      const files = [...catalogs.values()].flatMap((one) => Object.values(one))
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: name, source })
    },
  }
}
