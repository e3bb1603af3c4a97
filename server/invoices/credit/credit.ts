import type { Kysely } from 'kysely'
import { sumsOf } from '#contract/costs.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { buyerOf } from '../issue/buyer.ts'
import { bindOwed, bookLines } from '../book.ts'
import { dayOf } from '../business-days.ts'
import { creditLines, everything, type CreditWish } from './credit-lines.ts'
import { creditNotesOf, insertCreditNote, type CreditCause, type CreditLine } from './credit-store.ts'
import { noteEvent } from '../event-store.ts'
import { lockSeries, takeNumber } from '../settings/number-store.ts'
import { paperOf } from '../papers/paper.ts'
import { lockPayments } from '../payment/payment-store.ts'
import { sendBack } from './send-back.ts'
import { owedOf, stateOf } from '../standing.ts'
import { lockFamily, saleInvoiceOfLot, setStanding, type InvoiceRow } from '../store.ts'

/** `isTold`: the person is told of it by a notice of its own, such as that the sale was undone. */
export type Credit = { id: string; cause: CreditCause; reason: string; actorId: string | null; isTold?: boolean }

/**
 * Issues a credit note over parts of an invoice's lines: its own gap-free number, the ledger entries taken back, money paid too much
 * sent back, and the buyer's limit freed, in one commit. A cancellation is a credit note over all that is left (`wishes` null). The
 * payments and the family of the invoice are locked, in this order.
 */
export async function creditInvoice(
  house: House,
  trx: Kysely<object>,
  invoice: InvoiceRow,
  wishes: readonly CreditWish[] | null,
  { id, cause, reason, actorId, isTold = false }: Credit,
): Promise<Refusal | null> {
  const before = (await creditNotesOf(trx, invoice.id)).flatMap(({ lines }) => lines)
  const lines = creditLines(invoice.lines, before, wishes ?? everything(invoice.lines, before))
  if (lines === null) return refuse('more-than-left', 'A line has less left than that.')
  const { total } = sumsOf(lines)
  if (total === 0) return null
  const credited = invoice.credited + total
  const tooMuch = Math.max(0, invoice.paid - (invoice.total - credited))
  const { account_id: accountId, currency } = invoice
  if (tooMuch > 0) {
    const refusal = await sendBack(house, trx, { invoiceId: invoice.id, amount: tooMuch, reason, actorId })
    if (refusal !== null) return refusal
  }
  const { issuedAt, number } = await insertNote(house, trx, invoice, lines, {
    id,
    cause,
    reason,
    actorId,
    refund: tooMuch,
  })
  await bookLines(trx, 'Credit note issued', { accountId, currency, lines, sign: -1 })
  const next = { ...invoice, credited, paid: invoice.paid - tooMuch }
  await setStanding(trx, invoice.id, { ...next, state: stateOf(next, issuedAt) })
  await noteEvent(trx, invoice.id, { at: issuedAt, what: 'credited', amount: total, words: reason })
  if (tooMuch > 0) await noteEvent(trx, invoice.id, { at: issuedAt, what: 'refunded', amount: tooMuch })
  if (credited === invoice.total) await noteEvent(trx, invoice.id, { at: issuedAt, what: 'cancelled' })
  await bindOwed(trx, invoice)
  if (!isTold) {
    const about = { invoiceId: invoice.id, number: invoice.number, currency, creditNote: number, total, reason }
    const facts = { ...about, refund: tooMuch, owed: owedOf(next), cancelled: credited === invoice.total }
    await notify(house, trx, { kind: 'credit-note', accountId, key: `credit-note:${id}`, facts })
  }
  return null
}

async function insertNote(
  house: House,
  trx: Kysely<object>,
  invoice: InvoiceRow,
  lines: CreditLine[],
  note: Credit & { refund: number },
): Promise<{ issuedAt: number; number: string }> {
  const terms = await readHouseTerms(house, trx)
  const issuedAt = await lockSeries(trx, 'credit-note', null)
  const number = await takeNumber(trx, 'credit-note', dayOf(issuedAt, terms.timeZone).slice(0, 4))
  const paper = paperOf(terms, {
    kind: 'credit-note',
    number,
    currency: invoice.currency,
    issuedAt,
    suppliedAt: invoice.paper.suppliedAt,
    dueAt: null,
    buyer: await buyerOf(trx, invoice.account_id),
    subject: invoice.paper.subject,
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
    paper,
  }
  await insertCreditNote(trx, { ...row, actor_id: actorId })
  return { issuedAt, number }
}

/**
 * Cancels an invoice by a credit note over all that is left of it. With a sale that is voided or was wrong, its late fee and storage
 * go as well; after a buyer's default they stay owed.
 */
export async function cancelInvoice(
  house: House,
  trx: Kysely<object>,
  invoiceId: string,
  why: Omit<Credit, 'id'>,
): Promise<Refusal | null> {
  await lockPayments(trx, invoiceId)
  const family = await lockFamily(trx, invoiceId)
  const all = family === null ? [] : [family.sale, ...family.charges]
  const invoice = all.find(({ id }) => id === invoiceId)
  if (invoice === undefined) throw new Error(`invoice ${invoiceId} is not there`)
  if (invoice.credited >= invoice.total) return refuse('invoice-cancelled', 'This invoice is cancelled already.')
  const withCharges = invoice.kind === 'sale' && why.cause !== 'buyer-default'
  for (const one of withCharges ? all : [invoice]) {
    const refusal = await creditInvoice(house, trx, one, null, { ...why, id: newId() })
    if (refusal !== null) return refusal
  }
  return null
}

/** What tells of a sale that was undone after its close. */
export type SaleVoided = { lotId: string; reason: string; actorId: string | null; defaulted?: boolean }

/**
 * Cancels what was invoiced for a lot whose sale was undone. Told twice, it is done once; told before the sale itself (messages have no
 * order), it fails and is told again.
 */
export async function cancelVoidedSale(house: House, trx: Kysely<object>, voided: SaleVoided): Promise<void> {
  const invoiceId = await saleInvoiceOfLot(trx, voided.lotId)
  if (invoiceId === null) throw new Error(`the lot ${voided.lotId} has no invoice yet`)
  const { reason, actorId, defaulted = false } = voided
  const cause = defaulted ? 'buyer-default' : 'sale-voided'
  const refusal = await cancelInvoice(house, trx, invoiceId, { cause, reason, actorId, isTold: true })
  if (refusal instanceof Refusal && refusal.code !== 'invoice-cancelled') throw new Error(refusal.message)
}
