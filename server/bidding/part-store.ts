import { sql, type Kysely } from 'kysely'
import { COMPARABLE_ADDRESS } from '#server/accounts/identifiers/identifiers.ts'

/**
 * Whether a member of staff has a part in a lot's outcome: they, or someone in their household, bid on it or consign it. A household is
 * everyone who shares a postal address (street, postcode and city), a device or an identity document with them. No one may void bids on a
 * lot in whose outcome they have a part.
 */
export async function hasPartIn<T>(db: Kysely<T>, personId: string, lotId: string): Promise<boolean> {
  const found = await sql<{ has: boolean }>`
    with own as (
      select ${COMPARABLE_ADDRESS} as home from account_address where account_id = ${personId}),
    household as (
      select ${personId}::uuid as id
      union select account_id from account_address where ${COMPARABLE_ADDRESS} in (select home from own)
      union select other.account_id from account_identifier own
        join account_identifier other on other.kind = own.kind and other.hash = own.hash
        where own.account_id = ${personId} and own.kind in ('device', 'document-number', 'document-file'))
    select exists (select 1 from household h join participation p on p.bidder_id = h.id and p.lot_id = ${lotId})
      or exists (select 1 from household h join standing s on s.seller_id = h.id and s.lot_id = ${lotId}) as has`.execute(
    db,
  )
  return found.rows[0]?.has ?? false
}
