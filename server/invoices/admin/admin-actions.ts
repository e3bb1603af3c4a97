import { aboutInvoice } from '../about-invoice.ts'
import type { Kysely } from 'kysely'
import type { AuditAction } from '#contract/platform/audit-words.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type {
  AdminDetail,
  cancelInvoice as cancelEndpoint,
  creditInvoice as creditEndpoint,
} from '#contract/invoices/admin-invoices.ts'
import { isDisputed } from '#server/payments/disputes/under-dispute.ts'
import { alreadySaved, audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { forbidden, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { buyerOfInvoice } from './admin-store.ts'
import { timeOf } from '../clock.ts'
import { cancelInvoice, creditInvoice } from '../credit/credit.ts'
import { leftOf } from '../credit/credit-lines.ts'
import { creditNoteOf, creditNotesOf, type CreditNoteRow } from '../credit/credit-store.ts'
import { noteEvent } from '../event-store.ts'
import { storageDue } from '../forecast.ts'
import { handOver } from '../hand-over.ts'
import { chargeStorage } from '../issue/issue-charge.ts'
import { lockCreditAndPayments } from '../payment/payment-store.ts'
import { detailOf } from '../present.ts'
import { dueOnOf } from '../invoice-state.ts'
import { familyOf, invoiceOf, lockFamily, type Family, type InvoiceRow } from '../store.ts'

type Action = {
  name: AuditAction
  reason?: string
  details?: object
  do(trx: Kysely<object>, invoice: InvoiceRow, family: Family): Promise<Refusal | null>
}

/** Thrown on a refusal, so that the transaction rolls back everything the command has done. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** A cashier's command on an invoice: runs under the locks of its payments and of the invoice, with its audit row in the same commit. */
async function action(app: App, actorId: string, invoiceId: string, { name, reason, details, ...how }: Action) {
  try {
    await app.db.transaction().execute(async (trx) => {
      await lockCreditAndPayments(trx, invoiceId)
      const family = await lockFamily(trx, invoiceId)
      const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === invoiceId)
      if (family === null || invoice === undefined) throw notFound('this invoice')
      // Four-eyes rule, as for refunds: no one decides what they owe.
      if (invoice.account_id === actorId) throw forbidden('You can’t change your own invoice. Ask a colleague.')
      const refusal = await how.do(trx, invoice, family)
      if (refusal !== null) throw new Refused(refusal)
      const { state, paid, credited } = invoice
      const after = await invoiceOf(trx, invoiceId, null)
      await audit(trx, {
        actorId,
        action: name,
        subjectKind: 'invoice',
        subjectId: invoiceId,
        before: { state, paid, credited },
        after: { state: after?.state, paid: after?.paid, credited: after?.credited, ...details },
        reason: reason ?? null,
      })
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  app.outbox.nudge()
  return readAnyInvoice(app, invoiceId)
}

export async function readAnyInvoice(app: App, id: string): Promise<AdminDetail> {
  const { db } = app
  const now = app.now()
  const [row, buyer] = [await invoiceOf(db, id, null), await buyerOfInvoice(db, id)]
  if (row === null || buyer === null) throw notFound('this invoice')
  const family = await familyOf(db, id)
  const [sale, ...charges] = family
  const credits = (await creditNotesOf(db, id)).flatMap(({ lines }) => lines)
  return {
    ...(await detailOf(db, row, now)),
    buyer,
    creditable: leftOf(row.lines, credits).map(({ amount }) => amount),
    disputed: await isDisputed(
      db,
      family.map((one) => one.id),
    ),
    storageDue: row.kind === 'sale' && sale !== undefined ? (storageDue({ sale, charges }, now)?.total ?? 0) : 0,
  }
}

export async function creditByCashier(
  app: App,
  actorId: string,
  invoiceId: string,
  { creditNoteId, lines, cause, reason }: BodyOf<typeof creditEndpoint>,
): Promise<AdminDetail | Refusal> {
  return action(app, actorId, invoiceId, {
    name: 'credit-invoice',
    reason,
    details: { creditNoteId, lines },
    async do(trx, invoice) {
      // A repeat of the same request: the credit note exists already.
      const before = await creditNoteOf(trx, creditNoteId, null)
      if (before !== null)
        return isSameCredit(before, { invoiceId, lines, cause, reason }) ? null : alreadySaved('page')
      if (invoice.credited >= invoice.total) return refuse('invoice-cancelled', 'This invoice is canceled.')
      return creditInvoice(app, trx, invoice, lines, { id: creditNoteId, cause, reason, actorId })
    },
  })
}

function isSameCredit(
  before: CreditNoteRow,
  { invoiceId, lines, cause, reason }: Omit<BodyOf<typeof creditEndpoint>, 'creditNoteId'> & { invoiceId: string },
): boolean {
  const wished = JSON.stringify(before.lines.map(({ of, amount }) => ({ line: of, amount })))
  const isSameReason = before.cause === cause && before.reason === reason
  return before.invoice_id === invoiceId && isSameReason && wished === JSON.stringify(lines)
}

export async function cancelByCashier(
  app: App,
  actorId: string,
  invoiceId: string,
  { cause, reason }: BodyOf<typeof cancelEndpoint>,
): Promise<AdminDetail | Refusal> {
  return action(app, actorId, invoiceId, {
    name: 'cancel-invoice',
    reason,
    details: { cause },
    async do(trx, { state }) {
      if (cause === 'buyer-default' && state === 'paid')
        return refuse('sale-paid', 'The buyer has paid. Choose another cause, and the payment is refunded.')
      return cancelInvoice(app, trx, invoiceId, { cause, reason, actorId })
    },
  })
}

/** `total`: what the cashier confirmed, in minor units; another day may have begun since. */
export async function chargeStorageByCashier(app: App, actorId: string, invoiceId: string, total: number) {
  return action(app, actorId, invoiceId, {
    name: 'charge-storage',
    async do(trx, _invoice, family) {
      const issued = await chargeStorage(app, trx, family)
      if (issued === null) return refuse('no-storage-due', 'There are no storage days left to invoice.')
      if (issued.total === total) return null
      return refuse('storage-moved', 'The storage due has changed in the meantime. Check the new amount.')
    },
  })
}

export async function markCollected(app: App, actorId: string, invoiceId: string) {
  return action(app, actorId, invoiceId, {
    name: 'mark-collected',
    async do(trx, _invoice, family) {
      if (family.sale.collected_at !== null) return refuse('already-collected', 'The vehicle was already handed over.')
      const refusal = await handOver(trx, family)
      const { lot_id: lotId } = family.sale
      if (refusal === null && lotId !== null) await enqueue(trx, 'vehicle-collected', { lotId, actorId })
      return refusal
    },
  })
}

export async function resend(app: App, actorId: string, invoiceId: string) {
  return action(app, actorId, invoiceId, {
    name: 'resend-invoice',
    async do(trx, invoice) {
      if (invoice.credited >= invoice.total) return refuse('invoice-cancelled', 'This invoice is canceled.')
      const { total, due_at: dueAt, account_id: accountId } = invoice
      await noteEvent(trx, invoiceId, { at: await timeOf(trx, null), what: 'resent' })
      const facts = { ...aboutInvoice(invoice), total, dueAt, dueOn: dueOnOf(invoice) }
      await notify(app, trx, { kind: 'invoice', accountId, key: `invoice-again:${newId()}`, facts })
      return null
    },
  })
}
