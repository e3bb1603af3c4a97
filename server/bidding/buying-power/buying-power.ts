import { sql, type Kysely } from 'kysely'
import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import type { Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { limitsOf, readCommitments } from '../commitments.ts'

/** What a person has committed, and what remains of their limits: the general one, and those of single auctions. */
export async function readBuyingPower(app: App, person: Person): Promise<BuyingPower> {
  const [{ currency }, commitments, auctions] = await Promise.all([
    readCompanyTerms(app),
    readCommitments(app.db, app.keys, person.id),
    auctionsNamed(app.db, Object.keys(person.auctionLimits ?? {})),
  ])
  const limits = limitsOf(person, currency)
  return {
    currency,
    limit: limits.general,
    free: limits.general === null ? null : leftOf(limits.general, commitments.outside(limits)),
    ...commitments.sums(currency),
    others: commitments
      .currencies()
      .filter((other) => other !== currency)
      .map((other) => ({ currency: other, ...commitments.sums(other) })),
    auctions: auctions.map((auction) => {
      const limit = limits.byAuction![auction.auctionId]!
      return { ...auction, limit, free: leftOf(limit, commitments.within(limits, auction)) }
    }),
  }
}

/** A limit may be lowered below what is already committed; then nothing is free. */
function leftOf(limit: Money, committed: Money): Money {
  return Math.max(0, limit - committed)
}

type Named = { auctionId: string; title: string; currency: string }

/** The published auctions among these that haven't ended, the next first. */
async function auctionsNamed<T>(db: Kysely<T>, ids: readonly string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const found = await sql<Named>`
    select id as "auctionId", title, currency from auction where id = any(${ids}::uuid[]) and published_at is not null and ended_at is null
    order by starts_at, id`.execute(db)
  return found.rows
}
