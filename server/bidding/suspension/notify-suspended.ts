import { sql, type Kysely } from 'kysely'
import type { Topics } from '#server/platform/outbox/topics.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { CAUSE } from './void-standing-bids.ts'

/**
 * Notifies a person, once per suspension, that they are suspended and on which lots their bids were voided. Read from the ledgers, so the
 * list is complete even if voiding took several tries. The reason in the audit log is for staff and is not included.
 */
export async function notifySuspended(
  app: App,
  trx: Kysely<object>,
  { accountId, at }: Pick<Topics['account-suspended'], 'accountId' | 'at'>,
): Promise<void> {
  const voided = await sql<{ lotNumber: number; title: string }>`
    select l.lot_number as "lotNumber", l.title from participation p join lot l on l.id = p.lot_id
    where p.bidder_id = ${accountId} and exists (
      select 1 from ledger v join ledger b on b.lot_id = v.lot_id and b.bidder_id = ${accountId}
        and (v.text::jsonb -> 'voided') @> to_jsonb(b.sequence)
      where v.lot_id = p.lot_id and v.type = 'voided' and v.at_ms >= ${at} and v.text::jsonb ->> 'cause' = ${CAUSE})
    order by l.lot_number`.execute(trx)
  const facts = { voided: voided.rows, cause: CAUSE }
  await notify(app, trx, { kind: 'account-suspended', accountId, key: `account-suspended:${accountId}:${at}`, facts })
}
