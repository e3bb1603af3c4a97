import { sql, type Kysely } from 'kysely'
import type { InvoiceDetail } from '#contract/invoices/invoices.ts'

/** The receipts of what an account paid of one invoice, oldest first. */
export async function receiptsOf<T>(
  db: Kysely<T>,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
): Promise<InvoiceDetail['receipts']> {
  const found = await sql<InvoiceDetail['receipts'][number]>`
    select id as "paymentId", receipt_number as number from payment
    where account_id = ${accountId} and purpose = 'invoice' and subject_id = ${invoiceId}
      and receipt_number is not null and state in ('succeeded', 'refunded')
    order by settled_at, id`.execute(db)
  return found.rows
}
