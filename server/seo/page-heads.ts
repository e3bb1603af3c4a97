import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { App } from '#server/platform/app.ts'
import { searchIn } from '#contract/catalog/search-query.ts'
import type { AskedPage, PageHead, PageHeads } from '#server/platform/http/pages.ts'
import { inLanguage, t } from '#server/platform/language/text.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { type AssetOf, companyMark } from './first-view.ts'
import { escaped } from './escaped.ts'
import { brandTags, headTags } from './head-tags.ts'
import { pageBody, plainBody } from './page-body.ts'
import { pageFacts } from './page-facts.ts'
import { plainWords } from './page-words.ts'
import { openQuery } from './results-page.ts'

/** The heads of pages, and what they say without scripts. `webFolder`: of the built client. */
export function pageHeads(app: App, webFolder: string): PageHeads {
  const assetOf = builtFiles(webFolder)
  return { headOf: (asked) => headOf(app, asked, assetOf), queryOf: searchOf }
}

/**
 * Shared and searchable pages get their own head; all others are marked noindex. If the database does not answer, only these details are
 * missing, and no page is marked noindex.
 */
async function headOf(app: App, asked: AskedPage, assetOf: AssetOf): Promise<PageHead | null> {
  const { language } = asked
  try {
    const terms = await readCompanyTerms(app)
    const mark = inLanguage(language, () => companyMark(terms))
    const facts = await pageFacts(app, asked, assetOf)
    if (facts !== null) {
      const { title, description, body } = facts
      const head = { title: escaped(title), description: escaped(description) }
      const shown = { body: inLanguage(language, () => pageBody(body)), showsContent: body.view !== null }
      return { ...head, mark, tags: headTags(facts, terms), ...shown }
    }
    const { title, description } = inLanguage(language, () => plainWords(terms.companyName))
    return {
      title: escaped(title),
      description: escaped(description),
      tags: [...brandTags(terms), '<meta name="robots" content="noindex" />'].join('\n    '),
      mark,
      body: inLanguage(language, () =>
        pageBody({ view: null, more: plainBody(terms.companyName, t`This page needs JavaScript.`) }),
      ),
    }
  } catch (err) {
    app.log.error({ err }, 'served a page without its meta tags')
    return null
  }
}

/** A longer search starts without results: each one is kept under its own address, and what is kept must stay small. */
const SEARCH_LENGTH_MAX = 500

/** A search is another page for each that is asked; other queries change no page. */
function searchOf(path: string, given: URLSearchParams): string {
  const query = path === '/' ? openQuery(searchIn(given)) : ''
  return query.length > SEARCH_LENGTH_MAX ? '' : query
}

/** Built files by their names before the build put a hash into them. A name that was not built has no address: its photo is missing. */
function builtFiles(webFolder: string): AssetOf {
  const folder = path.join(webFolder, 'assets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const built = new Map(names.map((name) => [name.replace(/-[\w-]{8}(?=\.\w+$)/, ''), `/assets/${name}`]))
  return (name) => built.get(name) ?? ''
}
