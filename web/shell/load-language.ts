import { languageIn } from '#contract/platform/languages.ts'

/* Inlined into the page by the build, before every other script. */

/** The catalog of each language but English, with its hash; named by the build. */
declare const CATALOG_FILES: Record<string, { src: string; integrity: string }>

loadLanguage(typeof CATALOG_FILES === 'undefined' ? {} : CATALOG_FILES)

/**
 * The language a person chose, else the first of the browser's that we have. English is in the scripts themselves and
 * loads nothing; another language is a script that runs before them, because modules wait until the page is parsed.
 */
function loadLanguage(catalogs: typeof CATALOG_FILES): void {
  const page = document.documentElement
  const language = languageIn([stored('language') ?? '', ...navigator.languages])
  // What the page holds already (tokens.css, `data-first-view`) is for readers of its language, in part for visitors only. Without a
  // connection the service worker answers with the start page at every address.
  const isOwn = page.lang === language && page.dataset['path'] === location.pathname
  const reader = [...(isOwn ? [] : ['stranger']), ...(stored('authToken') === null ? [] : ['signed-in'])]
  page.dataset['reader'] = reader.join(' ')
  page.lang = language
  const catalog = catalogs[language]
  if (catalog === undefined) return
  // Only written into the page does a script hold up those after it.
  document.write(`<script src="${catalog.src}" integrity="${catalog.integrity}" data-catalog></script>`)
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
