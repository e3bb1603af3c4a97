import type { App } from '#server/platform/app.ts'
import type { Account } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { isLimited, limitsOf, readCommitments, readCosts } from '../commitments.ts'
import type { Funds } from '../eligibility/can-bid.ts'

/** What a person's limits are compared with on these lots; null: the person has no limit. */
export async function readFunds(app: App, person: Account | null, lotIds: readonly string[]): Promise<Funds | null> {
  if (person === null || !isLimited(person)) return null
  const [{ currency }, commitments, costs] = await Promise.all([
    readCompanyTerms(app),
    readCommitments(app.db, app.keys, person.id),
    readCosts(app.db, lotIds),
  ])
  return { limits: limitsOf(person, currency), commitments, costs }
}
