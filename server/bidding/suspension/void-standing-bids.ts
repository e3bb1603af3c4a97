import { sql, type Kysely } from 'kysely'
import type { StandingBid } from '#contract/bidding/standing-bids.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import type { App } from '#server/platform/app.ts'
import type { Lanes } from '../lane/lanes.ts'
import { hasPartIn } from '../part-store.ts'

/**
 * Voids every bid of a suspended account on lots that are not decided yet, each under its lot's lock; in a negotiation, voiding the
 * account's high bid ends it. Safe to repeat: what is voided already is `nothing-to-void`. Source: the rulebook, "Who may hold the lead".
 */
export async function voidStandingBids(
  app: App,
  lanes: Lanes,
  { accountId, actorId }: Pick<Topics['account-suspended'], 'accountId' | 'actorId'>,
): Promise<void> {
  const lotIds = await lotsAfterSuspension(app.db, accountId)
  const voiding = lotIds.map((lotId) =>
    lanes.submit({ by: 'company', lotId, command: { type: 'void-bidder', accountId, cause: CAUSE }, actorId }),
  )
  const failed = (await Promise.allSettled(voiding)).find((each) => each.status === 'rejected')
  // The outbox retries, and finished lots have nothing left to void.
  if (failed !== undefined) throw failed.reason
}

/** Public, like the cause of every void: why the account was suspended is confidential. */
export const CAUSE = 'The bidder’s account was suspended'

async function lotsAfterSuspension(db: App['db'], accountId: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // Locks every lot that takes bids against change, by ascending id as the lanes do, until the end of this short transaction: no bid is
    // half-way then, and every later bid finds the account suspended.
    await sql`
      select 1 from standing where status in ('scheduled', 'open', 'reserve-not-met') order by lot_id for share`.execute(
      trx,
    )
    return (await standingBidsOf(trx, accountId)).map(({ lotId }) => lotId)
  })
}

/** Whether suspending an account would void bids on a lot in whose outcome a member of staff has a part. */
export async function voidsForOwnPart<T>(
  db: Kysely<T>,
  { actorId, accountId }: { actorId: string; accountId: string },
): Promise<boolean> {
  const lots = await standingBidsOf(db, accountId)
  return (
    lots.length > 0 &&
    hasPartIn(
      db,
      actorId,
      lots.map(({ lotId }) => lotId),
    )
  )
}

/** Lots that are not decided yet and on which an account has bids that count, or leads a negotiation. Amounts in minor units. */
export async function standingBidsOf<T>(db: Kysely<T>, accountId: string): Promise<StandingBid[]> {
  const found = await sql<StandingBid>`
    select s.lot_id as "lotId", l.lot_number as "lotNumber", l.title, a.currency, s.status, s.price,
      coalesce(s.leader_id = ${accountId}, false) as "isLeading"
    from participation p join standing s on s.lot_id = p.lot_id
      join lot l on l.id = s.lot_id join auction a on a.id = l.auction_id
    where p.bidder_id = ${accountId}
      and (s.status in ('scheduled', 'open') or (s.status = 'reserve-not-met' and s.leader_id = ${accountId}))
      and (s.leader_id = ${accountId} or exists (
        select 1 from ledger b where b.lot_id = s.lot_id and b.bidder_id = ${accountId} and b.type = 'bid-placed'
        and not exists (
          select 1 from ledger v where v.lot_id = s.lot_id and v.type in ('voided', 'passed-over')
          and (v.text::jsonb -> 'voided') @> to_jsonb(b.sequence))))
    order by s.lot_id`.execute(db)
  return found.rows
}
