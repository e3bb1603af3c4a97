import { sql, type Kysely } from 'kysely'
import type { MergePart } from '#server/accounts/merge/merge-part.ts'
import { readCredit } from './transfer/use-credit.ts'

/** Payments keep their account, and the ledger its balances: money that is still moving, or held for the person, isn't merged. */
export const mergePayers: MergePart = {
  async refuse(trx, { duplicateId }) {
    const [{ payments, refunds, disputes }, credit] = [
      await moving(trx, duplicateId),
      await readCredit(trx, duplicateId),
    ]
    return [
      payments > 0 ? 'A payment of the duplicate isn’t finished. Wait until it succeeds or fails.' : '',
      refunds > 0 ? 'A refund to the duplicate isn’t finished. Send it first.' : '',
      disputes > 0 ? 'A payment of the duplicate is disputed. Wait for the bank’s decision.' : '',
      credit.length > 0 ? 'The duplicate has credit. Have it used or paid back first.' : '',
    ].filter((reason) => reason !== '')
  },
}

type Moving = { payments: number; refunds: number; disputes: number }

async function moving(trx: Kysely<object>, accountId: string): Promise<Moving> {
  const found = await sql<Moving>`
    select count(*) filter (where p.state in ('started', 'pending'))::int as payments,
      count(*) filter (where exists (select 1 from refund r
        where r.payment_id = p.id and r.state in ('asked', 'sent', 'by-hand', 'failed')))::int as refunds,
      count(*) filter (where exists (select 1 from dispute d
        where d.payment_id = p.id and d.state in ('inquiry', 'open')))::int as disputes
    from payment p where p.account_id = ${accountId}`.execute(trx)
  return found.rows[0]!
}
