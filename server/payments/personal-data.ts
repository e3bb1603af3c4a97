import { sql, type Kysely } from 'kysely'
import { grantsOf } from './grants/store.ts'

type PaymentFact = {
  started_at: number
  settled_at: number | null
  purpose: string
  provider: string
  state: string
  amount: number
  currency: string
  received: number
  refunded: number
  receipt_number: string | null
  reference: string | null
  refunds: object[]
}

/** A person's payments with their refunds, their bank transfers and the credit given to them. Amounts in minor units. */
export async function exportPaymentsOf(db: Kysely<object>, accountId: string): Promise<object> {
  const payments = await sql<PaymentFact>`
    select p.created_at as started_at, p.settled_at, p.purpose, p.provider, p.state, p.amount, p.currency, p.received, p.refunded,
      p.receipt_number, p.reference, coalesce((
        select jsonb_agg(jsonb_build_object('at', r.created_at, 'amount', r.amount, 'reason', r.reason, 'state', r.state,
          'receipt', r.receipt_number) order by r.created_at) from refund r where r.payment_id = p.id), '[]') as refunds
    from payment p where p.account_id = ${accountId} order by p.id`.execute(db)
  const transfers = await sql<object>`
    select booked_on::text as "bookedOn", amount, currency, text, payer_name as "payerName", payer_account as "payerAccount"
    from bank_line where account_id = ${accountId} order by id`.execute(db)
  return {
    payments: payments.rows.map(
      ({ started_at: startedAt, settled_at: settledAt, receipt_number: receipt, ...rest }) => ({
        startedAt: instant(startedAt),
        settledAt: settledAt === null ? null : instant(settledAt),
        receipt,
        ...rest,
      }),
    ),
    bankTransfers: transfers.rows,
    creditGiven: (await grantsOf(db, accountId)).map(
      ({ amount, remaining, currency, granted_at: at, reversed_at: reversedAt }) => ({
        amount,
        remaining,
        currency,
        at: instant(at),
        reversedAt: reversedAt === null ? null : instant(reversedAt),
      }),
    ),
  }
}

/** Payments are bookkeeping and stay; links to a provider's page are deleted. */
export async function forgetPayUrls(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`update payment set pay_url = null where account_id = ${accountId} and state in ('succeeded', 'failed', 'refunded')`.execute(
    trx,
  )
}

function instant(at: number): string {
  return new Date(at).toISOString()
}
