import { sql, type Kysely } from 'kysely'
import type { LeaderWarning } from '#contract/bidding/auction-console.ts'
import type { CostTerms } from '#contract/invoices/costs.ts'
import type { LotStatus } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Account } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { Commitments, isLimited, limitIn, limitsOf, totalBy } from './commitments.ts'

/** A lot with a leader, open or in negotiation. */
export type LedLot = { lotId: string; auctionId: string; leaderId: string; paddle: number }

/**
 * What staff should know of leaders before a sale: not active, no longer a verified member, over their limit, or with overdue invoices.
 * Only the first of these takes the lead from them; who may lead is else asked when a lead is gained (the rulebook).
 */
export async function leaderWarnings(app: App, led: readonly LedLot[]): Promise<LeaderWarning[]> {
  if (led.length === 0) return []
  const ids = [...new Set(led.map(({ leaderId }) => leaderId))]
  const [{ currency: own }, accounts, ...counts] = await Promise.all([
    readCompanyTerms(app),
    accountsOf(app.db, ids),
    ...app.extensions.overdue.map((read) => read(app.db, ids)),
  ])
  const limited = accounts.filter(isLimited).map(({ id }) => id)
  const committed = await committedAtPrices(app.db, limited)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return led
    .map(({ lotId, auctionId, leaderId, paddle }) => {
      const account = byId.get(leaderId)!
      const { accountStatus, isComplete } = account
      const limits = limitsOf(account, own)
      const commitments = committed.get(leaderId)
      const place = { auctionId, currency: commitments?.currencyOf(lotId) }
      const limit = commitments === undefined ? null : limitIn(limits, place)
      const sum = commitments?.within(limits, place) ?? 0
      const overdue = counts.reduce((total, of) => total + (of.get(leaderId) ?? 0), 0)
      return { lotId, paddle, accountStatus, isComplete, isOverLimit: limit !== null && sum > limit, overdue }
    })
    .filter(
      ({ accountStatus, isComplete, isOverLimit, overdue }) =>
        accountStatus !== 'active' || !isComplete || isOverLimit || overdue > 0,
    )
}

type LeaderAccount = Pick<Account, 'biddingLimit' | 'auctionLimits'> & {
  id: string
  accountStatus: LeaderWarning['accountStatus']
  isComplete: boolean
}

async function accountsOf<T>(db: Kysely<T>, ids: readonly string[]): Promise<LeaderAccount[]> {
  const found = await sql<LeaderAccount>`
    select id, account_status as "accountStatus", has_paid_membership_fee and verification_status = 'verified' as "isComplete",
      bidding_limit as "biddingLimit", auction_limits as "auctionLimits"
    from account where id = any(${ids}::uuid[])`.execute(db)
  return found.rows
}

type AtPrice = {
  lotId: string
  auctionId: string
  currency: string
  bidderId: string
  status: LotStatus
  price: number
  owed: number | null
  costs: CostTerms | null
}

/**
 * What people would owe if all lots on which their bid binds them were sold at their present prices, and what they owe for others. Not
 * their maximums, which count for the limit: staff who lower a limit step by step would learn them from the warning.
 */
async function committedAtPrices<T>(db: Kysely<T>, ids: readonly string[]): Promise<Map<string, Commitments>> {
  if (ids.length === 0) return new Map()
  const found = await sql<AtPrice>`
    select s.lot_id as "lotId", s.auction_id as "auctionId", a.currency, s.leader_id as "bidderId", s.status, s.price,
      null::bigint as owed, c.terms as costs
    from standing s join auction a on a.id = s.auction_id left join lot l on l.id = s.lot_id left join cost_terms c on c.id = l.cost_terms_id
    where s.leader_id = any(${ids}::uuid[]) and (s.status in ('scheduled', 'open') or (s.status = 'reserve-not-met'
      and not exists (select 1 from ledger g where g.lot_id = s.lot_id and g.type = 'freed')))
    union all
    select d.lot_id, s.auction_id, a.currency, d.bidder_id, 'sold', 0, d.amount, null
    from purchase_due d join standing s on s.lot_id = d.lot_id join auction a on a.id = s.auction_id where d.bidder_id = any(${ids}::uuid[])`.execute(
    db,
  )
  const sums = new Map(ids.map((id) => [id, new Commitments()]))
  for (const { lotId, auctionId, currency, bidderId, status, price, owed, costs } of found.rows)
    sums.get(bidderId)?.bind(lotId, { auctionId, currency, status, amount: owed ?? totalBy(costs)(price) })
  return sums
}
