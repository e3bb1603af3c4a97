import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Plugin } from 'vite'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#contract/platform/languages.ts'
import { amountIn, keyOf, piecesOf, translationOf, type Catalog, type Pattern } from '#contract/platform/message.ts'
import { readCatalog, readPatterns } from '#server/platform/language/catalog.ts'
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

/** The catalogs as scripts, with the hash of their content in their names. */
export function catalogFiles(): Map<string, CatalogFile> {
  return new Map(
    LANGUAGE_CODES.filter((language) => language !== 'en').map((language) => {
      const [web, contract] = ['web', 'contract'].map((top) => path.join(ROOT, top, 'locales', `${language}.po`)) as [
        string,
        string,
      ]
      const source = scriptOf(language, { ...readCatalog(contract), ...readCatalog(web) }, readPatterns(contract))
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`
      return [language, { name: `assets/${language}-${hash}.js`, source, integrity }]
    }),
  )
}

/** As pages use it (`web/platform/language/text.ts`): the keys of texts, and patterns, are used here alone. */
function scriptOf(language: Language, catalog: Catalog, patterns: readonly Pattern[]): string {
  return [
    '{',
    ...[keyOf, piecesOf, amountIn, translationOf].map((one) => `const ${one.name}=${one.toString()};`),
    `const texts=${JSON.stringify(catalog)};`,
    `const patterns=${JSON.stringify(patterns)};`,
    `const forms=new Intl.PluralRules(${JSON.stringify(language)});`,
    `const customs={formOf:(count)=>forms.select(count),locale:${JSON.stringify(LANGUAGES[language].locale)}};`,
    'const translate=(english)=>translationOf(english,texts,patterns,customs);',
    'languageCatalog={find:(message)=>texts[keyOf(message)]??message,customs,translate}',
    '}',
  ].join('')
}

/** Writes the catalogs beside the other scripts. */
export function writeCatalogs(files: ReadonlyMap<string, CatalogFile>): Plugin {
  return {
    name: 'paddock-catalogs',
    apply: 'build',
    generateBundle() {
      for (const { name, source } of files.values()) this.emitFile({ type: 'asset', fileName: name, source })
    },
  }
}
