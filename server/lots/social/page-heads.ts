import type { House } from '#server/platform/house.ts'
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
 * The heads of pages: of those that are shared and searched for, their own; all others are not for indexes. A database that does not
 * answer costs the head and not the page, and puts none out of an index.
 */
export function pageHeads(house: House): HeadOf {
  return async (path, hasQuery) => {
    const facts = await pageFacts(house, path, hasQuery).catch((err: unknown) => {
      house.log.error({ err }, 'a page is served without its head')
      return undefined
    })
    if (facts === undefined) return null
    if (facts === null) return NOT_FOR_INDEXES
    return { title: escaped(facts.title), description: escaped(facts.description), tags: headTags(facts) }
  }
}
