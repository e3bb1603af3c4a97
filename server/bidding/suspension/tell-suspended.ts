import { sql, type Kysely } from 'kysely'
import type { AccountSuspended } from '#server/accounts/staff/change-account.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { CAUSE } from './void-standing-bids.ts'

/**
 * Tells a person, once for each suspension, that they are suspended and on which lots it voided their bids. Read from the ledgers, so
 * the list is whole also when the voiding took several tries. The reason in the audit log is for staff and isn't told.
 */
export async function tellSuspended(
  house: House,
  trx: Kysely<object>,
  { accountId, at }: Pick<AccountSuspended, 'accountId' | 'at'>,
): Promise<void> {
  const voided = await sql<{ lotNumber: number; title: string }>`
    select l.lot_number as "lotNumber", l.title from participation p join lot l on l.id = p.lot_id
    where p.bidder_id = ${accountId} and exists (
      select 1 from ledger v join ledger b on b.lot_id = v.lot_id and b.bidder_id = ${accountId}
        and (v.text::jsonb -> 'voided') @> to_jsonb(b.sequence)
      where v.lot_id = p.lot_id and v.type = 'voided' and v.at_ms >= ${at} and v.text::jsonb ->> 'cause' = ${CAUSE})
    order by l.lot_number`.execute(trx)
  const facts = { voided: voided.rows, cause: CAUSE }
  await notify(house, trx, { kind: 'account-suspended', accountId, key: `account-suspended:${accountId}:${at}`, facts })
}
