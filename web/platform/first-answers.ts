import type { QueryClient } from '@tanstack/react-query'
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#contract/seo/first-answers.ts'

/**
 * Puts the answers embedded in the page into the cache with their original time: stale ones are requested again.
 * Returns what else a member's page shows, by the parts of its URL.
 */
export function hydrateQueryCache(client: QueryClient, page: Document = document): readonly (readonly string[])[] {
  const { asOf, answers, asks = [] } = broughtBy(page)
  for (const [address, answer] of Object.entries(answers)) client.setQueryData([address], answer, { updatedAt: asOf })
  return asks
}

/** Empty if a proxy has cut or changed the page: everything is then requested. */
function broughtBy(page: Document): FirstAnswers {
  try {
    const found: FirstAnswers = JSON.parse(page.getElementById(FIRST_ANSWERS_ID)?.textContent ?? 'null')
    return found ?? { asOf: 0, answers: {} }
  } catch {
    return { asOf: 0, answers: {} }
  }
}
