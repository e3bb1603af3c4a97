import type { QueryClient } from '@tanstack/react-query'
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#contract/first-answers.ts'

/**
 * Takes what the page brought along as if it had been asked for at its time: what is old by then is asked for again. Returns what a
 * member's page shows besides, by the parts of its address.
 */
export function keepFirstAnswers(client: QueryClient, page: Document = document): readonly (readonly string[])[] {
  const { asOf, answers, asks = [] } = broughtBy(page)
  for (const [address, answer] of Object.entries(answers)) client.setQueryData([address], answer, { updatedAt: asOf })
  return asks
}

/** Nothing, where a proxy on the way has cut or changed the page: everything is then asked for. */
function broughtBy(page: Document): FirstAnswers {
  try {
    const found: FirstAnswers = JSON.parse(page.getElementById(FIRST_ANSWERS_ID)?.textContent ?? 'null')
    return found ?? { asOf: 0, answers: {} }
  } catch {
    return { asOf: 0, answers: {} }
  }
}
