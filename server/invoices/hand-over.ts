import type { Kysely } from 'kysely'
import { isDisputed } from '#server/payments/disputes/under-dispute.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { timeOf } from './clock.ts'
import { noteEvent } from './event-store.ts'
import { owedOf } from './invoice-state.ts'
import { lockCreditAndPayments } from './payment/payment-store.ts'
import { lockFamily, saleInvoiceOfLot, stamp, type Family } from './store.ts'

/** Records that the buyer has the vehicle, which ends its storage. A refusal: why they can’t have it yet. The caller holds the invoices’ locks. */
export async function handOver(trx: Kysely<object>, { sale, charges }: Family): Promise<Refusal | null> {
  const isPaid = sale.credited < sale.total && [sale, ...charges].every((one) => owedOf(one) === 0)
  if (!isPaid) return refuse('not-paid', 'Hand over the vehicle only after everything for it is paid.')
  const invoiceIds = [sale, ...charges].map(({ id }) => id)
  if (await isDisputed(trx, invoiceIds)) {
    return refuse(
      'payment-disputed',
      'A bank is reviewing a payment for this lot. Keep the vehicle until the bank decides.',
    )
  }
  const at = await timeOf(trx, null)
  await stamp(trx, sale.id, 'collected_at', at)
  await noteEvent(trx, sale.id, { at, what: 'collected' })
  return null
}

/** Hands over the vehicle of a sold lot, once; the reason why that isn’t possible, or null. */
export async function handOverLot(trx: Kysely<object>, lotId: string): Promise<string | null> {
  const invoiceId = await saleInvoiceOfLot(trx, lotId)
  if (invoiceId === null) return 'Its invoice isn’t issued yet.'
  await lockCreditAndPayments(trx, invoiceId)
  const family = await lockFamily(trx, invoiceId)
  if (family === null || family.sale.collected_at !== null) return null
  return (await handOver(trx, family))?.message ?? null
}
