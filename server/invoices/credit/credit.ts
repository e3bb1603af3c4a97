import { aboutInvoice } from '../about-invoice.ts'
import type { Kysely } from 'kysely'
import { sumsOf } from '#contract/invoices/costs.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { buyerOf } from '../issue/buyer.ts'
import { bindOwed, bookLines } from '../book.ts'
import { dayOf } from '../business-days.ts'
import { creditLines, everything, type CreditWish } from './credit-lines.ts'
import { creditNotesOf, insertCreditNote, type CreditCause, type CreditLine } from './credit-store.ts'
import { noteEvent } from '../event-store.ts'
import { lockSeries, takeNumber } from '../settings/number-store.ts'
import { documentOf } from '../documents/document.ts'
import { lockCreditAndPayments, refundablePayments } from '../payment/payment-store.ts'
import { owedOf, stateOf } from '../invoice-state.ts'
import { lockFamily, saleInvoiceOfLot, setBalance, type InvoiceRow } from '../store.ts'
import { oweBack } from '#server/payments/refunds/owe-back.ts'

/** `isNotified`: the person is notified separately, for example that the sale was voided. */
export type Credit = { id: string; cause: CreditCause; reason: string; actorId: string | null; isNotified?: boolean }

/**
 * Issues a credit note over parts of an invoice's lines. One commit takes its own gap-free number, reverses the ledger entries, refunds
 * overpayments and frees the buyer's limit. `wishes` null: credits everything that remains, which is a cancellation. Locks the payments,
 * then the invoice with its charges, in this order.
 */
export async function creditInvoice(
  app: App,
  trx: Kysely<object>,
  invoice: InvoiceRow,
  wishes: readonly CreditWish[] | null,
  { id, cause, reason, actorId, isNotified = false }: Credit,
): Promise<Refusal | null> {
  const before = (await creditNotesOf(trx, invoice.id)).flatMap(({ lines }) => lines)
  const lines = creditLines(invoice.lines, before, wishes ?? everything(invoice.lines, before))
  if (lines === null) return refuse('more-than-left', 'A line has less left than this amount. Lower it.')
  const { total } = sumsOf(lines)
  if (total === 0) return null
  const credited = invoice.credited + total
  const tooMuch = Math.max(0, invoice.paid - (invoice.total - credited))
  const { account_id: accountId, currency } = invoice
  const back = await sendBack(app, trx, { invoiceId: invoice.id, amount: tooMuch, reason, actorId })
  if (back instanceof Refusal) return back
  const { issuedAt, number } = await insertNote(app, trx, invoice, lines, {
    id,
    cause,
    reason,
    actorId,
    refund: tooMuch,
  })
  await bookLines(trx, 'Credit note issued', { accountId, currency, lines, sign: -1 })
  const next = { ...invoice, credited, paid: invoice.paid - tooMuch }
  await setBalance(trx, invoice.id, { ...next, state: stateOf(next, issuedAt) })
  await noteEvent(trx, invoice.id, { at: issuedAt, what: 'credited', amount: total, words: reason })
  if (back.sent > 0) await noteEvent(trx, invoice.id, { at: issuedAt, what: 'refunded', amount: back.sent })
  if (back.toCredit > 0) {
    await noteEvent(trx, invoice.id, { at: issuedAt, what: 'refunded', amount: back.toCredit, words: 'credit' })
  }
  if (credited === invoice.total) await noteEvent(trx, invoice.id, { at: issuedAt, what: 'cancelled' })
  await bindOwed(trx, invoice)
  if (invoice.kind === 'sale' && invoice.lot_id !== null) {
    await enqueue(trx, 'invoice-credited', { lotId: invoice.lot_id })
  }
  if (!isNotified) {
    const about = { ...aboutInvoice(invoice), creditNote: number, total, reason }
    const facts = {
      ...about,
      refund: back.sent,
      toCredit: back.toCredit,
      owed: owedOf(next),
      cancelled: credited === invoice.total,
    }
    await notify(app, trx, { kind: 'credit-note', accountId, key: `credit-note:${id}`, facts })
  }
  return null
}

async function insertNote(
  app: App,
  trx: Kysely<object>,
  invoice: InvoiceRow,
  lines: CreditLine[],
  note: Credit & { refund: number },
): Promise<{ issuedAt: number; number: string }> {
  const terms = await readCompanyTerms(app, trx)
  const issuedAt = await lockSeries(trx, 'credit-note', null)
  const number = await takeNumber(trx, 'credit-note', dayOf(issuedAt, terms.timeZone).slice(0, 4))
  const document = documentOf(terms, {
    kind: 'credit-note',
    number,
    currency: invoice.currency,
    issuedAt,
    suppliedAt: invoice.document.suppliedAt,
    dueAt: null,
    buyer: await buyerOf(trx, invoice.account_id),
    subject: invoice.document.subject,
    lines: lines.map(({ kind, label, amount, taxBasisPoints, tax }) => ({ kind, label, amount, taxBasisPoints, tax })),
    about: { number: invoice.number, issuedAt: invoice.issued_at },
    reason: note.reason,
    notes: [],
  })
  const { id, cause, reason, actorId, refund } = note
  const row = {
    id,
    number,
    invoice_id: invoice.id,
    account_id: invoice.account_id,
    lines,
    cause,
    reason,
    refund,
    document,
  }
  await insertCreditNote(trx, { ...row, actor_id: actorId })
  return { issuedAt, number }
}

/**
 * Cancels an invoice by a credit note over everything that remains. When the sale is voided or was wrong, its late fee and storage are
 * canceled too; after a buyer's default they stay owed.
 */
export async function cancelInvoice(
  app: App,
  trx: Kysely<object>,
  invoiceId: string,
  why: Omit<Credit, 'id'>,
): Promise<Refusal | null> {
  await lockCreditAndPayments(trx, invoiceId)
  const family = await lockFamily(trx, invoiceId)
  const all = family === null ? [] : [family.sale, ...family.charges]
  const invoice = all.find(({ id }) => id === invoiceId)
  if (invoice === undefined) throw new Error(`invoice ${invoiceId} is not there`)
  if (invoice.credited >= invoice.total) return refuse('invoice-cancelled', 'This invoice is already canceled.')
  const withCharges = invoice.kind === 'sale' && why.cause !== 'buyer-default'
  for (const one of withCharges ? all : [invoice]) {
    const refusal = await creditInvoice(app, trx, one, null, { ...why, id: newId() })
    if (refusal !== null) return refusal
  }
  return null
}

/**
 * Cancels the invoices of a lot whose sale was voided. A repeated message has no further effect; one that arrives before the message of
 * the sale itself (messages have no order) fails and is retried.
 */
export async function cancelVoidedSale(
  app: App,
  trx: Kysely<object>,
  { lotId, reason, actorId, defaulted }: Topics['sale-voided'],
): Promise<void> {
  const invoiceId = await saleInvoiceOfLot(trx, lotId)
  if (invoiceId === null) throw new Error(`the lot ${lotId} has no invoice yet`)
  const cause = defaulted ? 'buyer-default' : 'sale-voided'
  const refusal = await cancelInvoice(app, trx, invoiceId, { cause, reason, actorId, isNotified: true })
  if (refusal instanceof Refusal && refusal.code !== 'invoice-cancelled') throw new Error(refusal.message)
}

type Back = {
  invoiceId: string
  /** Minor units. */
  amount: number
  /** Printed on the credit note and on the refund receipt. */
  reason: string
  actorId: string | null
}

/**
 * Refunds money paid for an invoice by the ways it was paid, the latest payment first; what a grant had paid becomes credit again. The
 * payments are locked (`lockCreditAndPayments`).
 */
async function sendBack(
  app: App,
  trx: Kysely<object>,
  back: Back,
): Promise<{ sent: number; toCredit: number } | Refusal> {
  const { reason, actorId } = back
  const done = { sent: 0, toCredit: 0 }
  let left = back.amount
  if (left === 0) return done
  for (const { id, refundable } of await refundablePayments(trx, back.invoiceId)) {
    const amount = Math.min(left, refundable)
    if (amount === 0) break
    const refund = await oweBack(app, trx, id, { amount, cause: 'cashier', reason, actorId })
    if (refund instanceof Refusal) return refund
    done[refund.sent_by === 'credit' ? 'toCredit' : 'sent'] += amount
    left -= amount
  }
  return left === 0 ? done : refuse('refund-not-possible', 'The payments for this invoice don’t cover that amount.')
}
