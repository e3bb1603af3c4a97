import { sql, type Kysely } from 'kysely'
import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import type { Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { limitsOf, readCommitments } from '../commitments.ts'

/** What a person has committed, and what remains of their limits: the general one, and those of single auctions. */
export async function readBuyingPower(app: App, person: Person): Promise<BuyingPower> {
  const commitments = await readCommitments(app.db, app.keys, person.id)
  const limits = limitsOf(person)
  const titles = await titlesOf(app.db, Object.keys(limits.byAuction ?? {}))
  return {
    limit: limits.general,
    free: limits.general === null ? null : leftOf(limits.general, commitments.outside(limits)),
    ...commitments.sums(),
    auctions: titles.map(({ id, title }) => {
      const limit = limits.byAuction![id]!
      return { auctionId: id, title, limit, free: leftOf(limit, commitments.within(limits, id)) }
    }),
  }
}

/** A limit may be lowered below what is already committed; then nothing is free. */
function leftOf(limit: Money, committed: Money): Money {
  return Math.max(0, limit - committed)
}

/** The published auctions among these that haven't ended, the next first. */
async function titlesOf<T>(db: Kysely<T>, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  if (ids.length === 0) return []
  const found = await sql<{ id: string; title: string }>`
    select id, title from auction where id = any(${ids}::uuid[]) and published_at is not null and ended_at is null
    order by starts_at, id`.execute(db)
  return found.rows
}
