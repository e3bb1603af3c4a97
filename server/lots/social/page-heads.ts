import type { House } from '#server/platform/house.ts'
import type { PageHead } from '#server/platform/pages.ts'
import { escaped, headTags } from './head-tags.ts'
import { pageFacts } from './page-facts.ts'

/** The heads of pages that are shared and searched for. A database that does not answer costs the head and not the page. */
export function pageHeads(house: House): (path: string) => Promise<PageHead | null> {
  return async (path) => {
    const facts = await pageFacts(house, path).catch((err: unknown) => {
      house.log.error({ err }, 'a page is served without its head')
      return null
    })
    if (facts === null) return null
    return { title: escaped(facts.title), description: escaped(facts.description), tags: headTags(facts) }
  }
}
