import { sql, type Kysely } from 'kysely'
import type { FieldFault } from '#contract/platform/problem.ts'
import { faultsOfAmounts } from '#server/lots/create-lot.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'

type LotTerms = {
  opening_bid: number
  reserve: number | null
  buy_now: number | null
  bid_unit: number
  is_published: boolean
  /** Of its standing; null before it is published. */
  status: string | null
  /** A lot of a live auction takes maximums from its publication on. */
  has_bids: boolean
}

/**
 * Whether the reserve of a lot can become this amount: before bidding opens, and once the lot is published only from one amount to
 * another, because whether there is a reserve is public. `faults`: what is wrong with the amount. Undefined: there is no such lot.
 */
export async function judgeReserve<T>(
  trx: Kysely<T>,
  lotId: string,
  reserve: number | null,
): Promise<Refusal | { faults: FieldFault[] } | undefined> {
  // Locks the auction's row, as every change of a run list does, then the lot's, and the standing's if there is one, to the end of the
  // transaction: bidding doesn't open, the lot isn't published, and nobody else writes its amounts, between this judgment and the change
  // that follows it.
  await sql`
    select 1 from auction where id = (select auction_id from lot where id = ${lotId}) for no key update`.execute(trx)
  await sql`select 1 from lot where id = ${lotId} for no key update`.execute(trx)
  await sql`select 1 from standing where lot_id = ${lotId} for update`.execute(trx)
  const found = await sql<LotTerms>`
    select l.opening_bid, l.reserve, l.buy_now, (a.terms ->> 'bidUnit')::bigint as bid_unit, l.published_at is not null as is_published,
      s.status, coalesce(s.sequence > 0, false) as has_bids
    from lot l join auction a on a.id = l.auction_id left join standing s on s.lot_id = l.id where l.id = ${lotId}`.execute(
    trx,
  )
  const lot = found.rows[0]
  if (lot === undefined) return undefined
  if (lot.status !== null && lot.status !== 'scheduled') {
    return refuse('bidding-open', 'Bidding on this lot has opened, so its reserve can’t change any more.')
  }
  if (lot.has_bids) {
    return refuse('bidding-open', 'There are bids on this lot already, so its reserve can’t change any more.')
  }
  if (lot.is_published && (lot.reserve === null) !== (reserve === null)) {
    const message = 'Bidders can already see whether this lot has a reserve, so one can’t be added or removed.'
    return refuse('reserve-is-public', message)
  }
  const amounts = { openingBid: lot.opening_bid, reserve, buyNow: lot.buy_now }
  return { faults: faultsOfAmounts(amounts, lot.bid_unit).filter(({ field }) => field !== 'openingBid') }
}

/** Changes the reserve of a lot, judged and locked by {@link judgeReserve} in this transaction. */
export async function changeReserve<T>(trx: Kysely<T>, lotId: string, reserve: number | null): Promise<void> {
  await sql`update lot set reserve = ${reserve} where id = ${lotId}`.execute(trx)
  await sql`
    update standing set terms = jsonb_set(terms, '{reserve}', to_jsonb(${reserve}::bigint))
    where lot_id = ${lotId} and status = 'scheduled' and ${reserve}::bigint is not null`.execute(trx)
}
