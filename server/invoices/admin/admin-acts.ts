import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type {
  AdminDetail,
  cancelInvoice as cancelEndpoint,
  creditInvoice as creditEndpoint,
} from '#contract/admin-invoices.ts'
import { isDisputed } from '#server/membership/disputes/under-dispute.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { buyerOfInvoice } from './admin-store.ts'
import { timeOf } from '../clock.ts'
import { cancelInvoice, creditInvoice } from '../credit/credit.ts'
import { leftOf } from '../credit/credit-lines.ts'
import { creditNoteOf, creditNotesOf } from '../credit/credit-store.ts'
import { noteEvent } from '../event-store.ts'
import { storageDue } from '../forecast.ts'
import { chargeStorage } from '../issue/issue-charge.ts'
import { lockPayments } from '../payment/payment-store.ts'
import { detailOf } from '../present.ts'
import { dueOnOf, owedOf } from '../standing.ts'
import { familyOf, invoiceOf, lockFamily, stamp, type Family, type InvoiceRow } from '../store.ts'

type Act = {
  name: string
  reason?: string
  details?: object
  do(trx: Kysely<object>, invoice: InvoiceRow, family: Family): Promise<Refusal | null>
}

/** A refusal takes everything back that the act had begun. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Any act of a cashier on an invoice: under the locks of its payments and of itself, with its audit row in the same commit. */
async function act(house: House, actorId: string, invoiceId: string, { name, reason, details, ...how }: Act) {
  try {
    await house.db.transaction().execute(async (trx) => {
      await lockPayments(trx, invoiceId)
      const family = await lockFamily(trx, invoiceId)
      const invoice = [family?.sale, ...(family?.charges ?? [])].find((one) => one?.id === invoiceId)
      if (family === null || invoice === undefined) throw notFound('this invoice')
      const refusal = await how.do(trx, invoice, family)
      if (refusal !== null) throw new Refused(refusal)
      const { state, paid, credited } = invoice
      const after = await invoiceOf(trx, invoiceId, null)
      await audit(trx, {
        actorId,
        act: name,
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
  house.outbox.nudge()
  return readAnyInvoice(house, invoiceId)
}

export async function readAnyInvoice(house: House, id: string): Promise<AdminDetail> {
  const { db } = house
  const now = house.now()
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
    storageDue: row.kind === 'sale' && sale !== undefined ? (storageDue({ sale, charges }, now)?.amount ?? 0) : 0,
  }
}

export async function creditByCashier(
  house: House,
  actorId: string,
  invoiceId: string,
  { creditNoteId, lines, cause, reason }: BodyOf<typeof creditEndpoint>,
): Promise<AdminDetail | Refusal> {
  return act(house, actorId, invoiceId, {
    name: 'credit-invoice',
    reason,
    details: { creditNoteId, lines },
    async do(trx, invoice) {
      // The same press, sent twice: the credit note is there.
      if ((await creditNoteOf(trx, creditNoteId, null))?.invoice_id === invoiceId) return null
      if (invoice.credited >= invoice.total) return refuse('invoice-cancelled', 'This invoice is cancelled.')
      return creditInvoice(house, trx, invoice, lines, { id: creditNoteId, cause, reason, actorId })
    },
  })
}

export async function cancelByCashier(
  house: House,
  actorId: string,
  invoiceId: string,
  { cause, reason }: BodyOf<typeof cancelEndpoint>,
): Promise<AdminDetail | Refusal> {
  return act(house, actorId, invoiceId, {
    name: 'cancel-invoice',
    reason,
    details: { cause },
    do: (trx) => cancelInvoice(house, trx, invoiceId, { cause, reason, actorId }),
  })
}

export async function chargeStorageByCashier(house: House, actorId: string, invoiceId: string) {
  return act(house, actorId, invoiceId, {
    name: 'charge-storage',
    async do(trx, _invoice, family) {
      const issued = await chargeStorage(house, trx, family)
      return issued === null ? refuse('no-storage-due', 'No day of storage has begun that is not invoiced.') : null
    },
  })
}

export async function markCollected(house: House, actorId: string, invoiceId: string) {
  return act(house, actorId, invoiceId, {
    name: 'mark-collected',
    async do(trx, _invoice, { sale, charges }) {
      if (sale.collected_at !== null) return refuse('already-collected', 'The vehicle was handed over before.')
      const isPaid = sale.credited < sale.total && [sale, ...charges].every((one) => owedOf(one) === 0)
      if (!isPaid) return refuse('not-paid', 'Hand the vehicle over when everything for it is paid.')
      if (
        await isDisputed(
          trx,
          [sale, ...charges].map(({ id }) => id),
        )
      ) {
        return refuse(
          'payment-disputed',
          'A bank looks into a payment for this lot. Keep the vehicle until it has decided.',
        )
      }
      const at = await timeOf(trx, null)
      await stamp(trx, sale.id, 'collected_at', at)
      await noteEvent(trx, sale.id, { at, what: 'collected' })
      return null
    },
  })
}

export async function resend(house: House, actorId: string, invoiceId: string) {
  return act(house, actorId, invoiceId, {
    name: 'resend-invoice',
    async do(trx, invoice) {
      if (invoice.credited >= invoice.total) return refuse('invoice-cancelled', 'This invoice is cancelled.')
      const { number, currency, total, due_at: dueAt, account_id: accountId } = invoice
      await noteEvent(trx, invoiceId, { at: await timeOf(trx, null), what: 'resent' })
      const facts = { invoiceId, number, currency, total, dueAt, dueOn: dueOnOf(invoice) }
      await notify(house, trx, { kind: 'invoice', accountId, key: `invoice-again:${newId()}`, facts })
      return null
    },
  })
}
