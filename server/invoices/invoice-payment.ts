import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import type { Payable } from '#server/membership/payable.ts'
import { refuse } from '#server/platform/problem.ts'
import { invoiceOf, lockInvoice, setPaid } from './store.ts'

/** An invoice as something that can be paid: what is left of it, by the one it was issued to. */
export const invoicePayment: Payable = {
  memo: 'Invoice',
  async due(db, accountId, invoiceId) {
    const invoice = invoiceId === null ? null : await invoiceOf(db, invoiceId, accountId)
    if (invoice === null || invoice.state === 'cancelled')
      return refuse('invoice-not-found', 'There is no such invoice of yours.')
    if (invoice.paid >= invoice.total) return refuse('already-paid', 'This invoice is paid already.')
    return { amount: invoice.total - invoice.paid, currency: invoice.currency }
  },
  ledgerAccount: (payment) => `receivable:${payment.account_id}`,
  async paid(trx, payment) {
    const invoice = await lockInvoice(trx, payment.subject_id!)
    if (invoice === null) throw new Error(`payment ${payment.id} is for no invoice`)
    const paid = invoice.paid + payment.amount
    if (paid > invoice.total || invoice.state === 'cancelled') return false
    await setPaid(trx, invoice.id, paid, paid >= invoice.total ? 'paid' : 'part-paid')
    if (invoice.lot_id !== null) await setPurchaseDue(trx, invoice.lot_id, invoice.total - paid)
    return true
  },
}
