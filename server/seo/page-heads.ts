import type { App } from '#server/platform/app.ts'
import type { HeadOf, PageHead } from '#server/platform/http/pages.ts'
import { escaped, headTags } from './head-tags.ts'
import { pageFacts } from './page-facts.ts'
import { PLAIN_WORDS } from './page-words.ts'

const NOT_FOR_INDEXES: PageHead = {
  title: escaped(PLAIN_WORDS.title),
  description: escaped(PLAIN_WORDS.description),
  tags: '<meta name="robots" content="noindex" />',
}

/**
 * The heads of pages: shared and searchable pages get their own; all others are marked noindex. If the database does not answer, only the
 * head's details are missing, and no page is marked noindex.
 */
export function pageHeads(app: App): HeadOf {
  return async (path, hasQuery) => {
    const facts = await pageFacts(app, path, hasQuery).catch((err: unknown) => {
      app.log.error({ err }, 'served a page without its meta tags')
      return undefined
    })
    if (facts === undefined) return null
    if (facts === null) return NOT_FOR_INDEXES
    return { title: escaped(facts.title), description: escaped(facts.description), tags: headTags(facts) }
  }
}
