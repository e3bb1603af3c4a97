import { sql, type Kysely } from 'kysely'
import { COMPARABLE_ADDRESS } from '#server/accounts/identifiers/identifiers.ts'
import { forbidden } from '#server/platform/problem.ts'

/**
 * Whether a member of staff has a part in the outcome of one of these lots: they, or someone in their household, bid on it or consign it.
 * A household is everyone who shares a postal address (street, postcode and city), a device or an identity document with them. No one may
 * void bids on a lot in whose outcome they have a part.
 */
export async function hasPartIn<T>(db: Kysely<T>, personId: string, lotIds: readonly string[]): Promise<boolean> {
  const found = await sql<{ has: boolean }>`
    with own as (
      select ${COMPARABLE_ADDRESS} as home from account_address where account_id = ${personId}),
    household as (
      select ${personId}::uuid as id
      union select account_id from account_address where ${COMPARABLE_ADDRESS} in (select home from own)
      union select other.account_id from account_identifier own
        join account_identifier other on other.kind = own.kind and other.hash = own.hash
        where own.account_id = ${personId} and own.kind in ('device', 'document-number', 'document-file'))
    select exists (select 1 from household h join participation p on p.bidder_id = h.id and p.lot_id = any(${lotIds}::uuid[]))
      or exists (select 1 from household h join standing s on s.seller_id = h.id and s.lot_id = any(${lotIds}::uuid[])) as has`.execute(
    db,
  )
  return found.rows[0]?.has ?? false
}

/** Whether the lot `l` is a person's to sell; its seller `s` may have been linked to them since it was published. */
const sells = (personId: string) => sql<boolean>`coalesce(${personId}::uuid in (l.seller_id, s.account_id), false)`
const bid = (personId: string) =>
  sql<boolean>`exists (select 1 from participation p where p.lot_id = l.id and p.bidder_id = ${personId})`

/** What a member of staff has to do with a lot: they sell it, or bid on it before they joined. */
export async function ownPart<T>(db: Kysely<T>, personId: string, lotId: string): Promise<'sells' | 'bid' | null> {
  const found = await sql<{ sells: boolean; bid: boolean }>`
    select ${sells(personId)} as sells, ${bid(personId)} as bid
    from lot l left join seller s on s.id = l.consignor_id where l.id = ${lotId}`.execute(db)
  const [part] = found.rows
  return part?.sells ? 'sells' : part?.bid ? 'bid' : null
}

/** Four-eyes rule, as for refunds: no one runs the sale of their own vehicle, or of one that they bid on. */
export async function requireNoPart<T>(db: Kysely<T>, actorId: string, lotId: string): Promise<void> {
  const part = await ownPart(db, actorId, lotId)
  if (part === 'sells') throw forbidden('You can’t run the sale of your own vehicle. Ask a colleague.')
  if (part === 'bid') throw forbidden('You can’t run the sale of a lot you bid on. Ask a colleague.')
}

/** The lots of an auction that haven't ended and in which a member of staff has a part of their own, in run list order. */
export async function lotsWithPart<T>(db: Kysely<T>, personId: string, auctionId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select l.id from lot l join standing on standing.lot_id = l.id left join seller s on s.id = l.consignor_id
    where standing.auction_id = ${auctionId} and standing.status in ('scheduled', 'open')
      and (${sells(personId)} or ${bid(personId)})
    order by standing.position`.execute(db)
  return found.rows.map(({ id }) => id)
}
