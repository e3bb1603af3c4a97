import { aboutInvoice } from '../about-invoice.ts'
import type { Kysely } from 'kysely'
import { dayOf } from '../business-days.ts'
import { pickupOf } from '../purchase.ts'
import type { Owed, Payable } from '#server/payments/payable.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { refuse } from '#server/platform/problem.ts'
import { bindOwed, receivable } from '../book.ts'
import { timeOf } from '../clock.ts'
import { noteEvent } from '../event-store.ts'
import { invoiceNames, invoicesNumbered, lockPayments, owedInvoices, type OwedInvoice } from './payment-store.ts'
import { dueOnOf, owedOf, stateOf } from '../invoice-state.ts'
import { type InvoiceRow, invoiceOf, lockFamily, setBalance, stamp } from '../store.ts'

/** Makes an invoice payable: its balance, by the person it was issued to, in full or in parts. */
export function invoicePayment(app: App): Payable {
  return {
    memo: 'Invoice',
    async due(db, accountId, invoiceId) {
      const invoice = invoiceId === null ? null : await invoiceOf(db, invoiceId, accountId)
      if (invoice === null || invoice.credited >= invoice.total)
        return refuse('invoice-not-found', 'We couldn’t find this invoice in your account.')
      if (owedOf(invoice) === 0) return refuse('already-paid', 'This invoice is already paid.')
      return { amount: owedOf(invoice), currency: invoice.currency }
    },
    async lock(trx, invoiceId) {
      await lockPayments(trx, invoiceId)
      await lockFamily(trx, invoiceId)
    },
    ledgerAccount: (payment) => receivable(payment.account_id),
    async describe(db, invoiceIds) {
      const found = await invoiceNames(db, invoiceIds)
      return new Map(found.map(({ id, number, title }) => [id, `Invoice ${number}, ${title}`]))
    },
    async owed(db, words) {
      const found = await owedInvoices(db, words)
      return found.map(({ typed, ...one }) => ({ typed, ...presentOwed(one) }))
    },
    async numbered(db, numbers) {
      const found = await invoicesNumbered(db, numbers)
      return found.map(({ plain: number, ...one }) => ({ number, ...presentOwed(one) }))
    },
    chargedBack: (trx, payment, amount) => takeOff(trx, payment, amount, 'charged-back'),
    undone: (trx, payment, amount) => takeOff(trx, payment, amount, 'payment-undone'),
    async sentBack(trx, { subject_id: invoiceId, provider }, amount) {
      await noteEvent(trx, invoiceId!, { at: await timeOf(trx, null), what: 'refund-sent', amount, words: provider })
    },
    async paid(trx, payment) {
      const family = await lockFamily(trx, payment.subject_id!)
      const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === payment.subject_id)
      if (invoice === undefined) throw new Error(`payment ${payment.id} is for no invoice`)
      if (payment.amount > owedOf(invoice)) return false
      const at = await timeOf(trx, null)
      const next = { ...invoice, paid: invoice.paid + payment.amount }
      const state = stateOf(next, at)
      await setBalance(trx, invoice.id, { ...next, state })
      await noteEvent(trx, invoice.id, { at, what: 'payment', amount: payment.amount, words: payment.provider })
      await bindOwed(trx, invoice)
      const { id: invoiceId, account_id: accountId, total, credited } = invoice
      if (state !== 'paid') {
        const due = { dueAt: invoice.due_at, dueOn: dueOnOf(invoice) }
        const facts = { ...aboutInvoice(invoice), amount: payment.amount, owed: owedOf(next), ...due }
        await notify(app, trx, { kind: 'payment-received', accountId, key: `payment-received:${payment.id}`, facts })
        return true
      }
      await noteEvent(trx, invoiceId, { at, what: 'paid' })
      const pickup = await readyIn(trx, invoice, at)
      const facts = { ...aboutInvoice(invoice), total: total - credited, ...(pickup === null ? {} : { pickup }) }
      await notify(app, trx, { kind: 'invoice-paid', accountId, key: `invoice-paid:${invoiceId}`, facts })
      return true
    },
  }
}

/** Where the vehicle of a paid purchase is picked up, and until when storage is free (`now` in ms); null for other charges. */
async function readyIn(trx: Kysely<object>, invoice: InvoiceRow, now: number) {
  const { kind, lot_id: lotId, storage_from: from, document } = invoice
  const at = kind === 'sale' && lotId !== null ? await pickupOf(trx, lotId) : null
  if (at === null) return null
  return { at, freeUntil: from === null || from <= now ? null : dayOf(from - 1, document.timeZone) }
}

function presentOwed(one: OwedInvoice): Owed {
  return {
    accountId: one.account_id,
    person: `${one.name}, ${one.email}`,
    subjectId: one.id,
    label: `Invoice ${one.number}, ${one.title}`,
    amount: one.owed,
    currency: one.currency,
  }
}

/** Reverses a payment of an invoice: its bank took it back, or it was meant for something else. */
async function takeOff(
  trx: Kysely<object>,
  payment: Parameters<Payable['chargedBack']>[1],
  amount: number,
  what: 'charged-back' | 'payment-undone',
): Promise<void> {
  const family = await lockFamily(trx, payment.subject_id!)
  const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === payment.subject_id)
  if (invoice === undefined) throw new Error(`payment ${payment.id} is for no invoice`)
  const at = await timeOf(trx, null)
  const next = { ...invoice, paid: invoice.paid - amount }
  const state = stateOf(next, at)
  await setBalance(trx, invoice.id, { ...next, state })
  // It was paid on time; recording it as overdue here prevents a late fee.
  if (state === 'overdue' && invoice.overdue_at === null) await stamp(trx, invoice.id, 'overdue_at', at)
  // Credit that was reversed is no payment that was meant for something else.
  const words = payment.provider === 'credit' ? { words: 'credit' } : {}
  await noteEvent(trx, invoice.id, { at, what, amount, ...words })
  await bindOwed(trx, invoice)
}
