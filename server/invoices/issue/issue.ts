import { aboutInvoice } from '../about-invoice.ts'
import type { Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { CostLine } from '#contract/invoices/costs.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { useCredit } from '#server/payments/transfer/use-credit.ts'
import { readBankAccount } from '#server/payments/transfer/provider.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { buyerOf } from './buyer.ts'
import { bindOwed, bookLines } from '../book.ts'
import { businessDaysAfter, dayOf } from '../business-days.ts'
import { noteEvent } from '../event-store.ts'
import { takeNumber } from '../settings/number-store.ts'
import { documentOf } from '../documents/document.ts'
import type { Promised } from '../promised.ts'
import { insertInvoice } from '../store.ts'

export type ToIssue = {
  kind: Invoice['kind']
  about: { id: string; number: string; issuedAt: number } | null
  accountId: string
  lotId: string | null
  lotNumber: number | null
  vin: string | null
  title: string
  currency: string
  lines: CostLine[]
  suppliedAt: number
  /** From `lockSeries`, in ms. */
  issuedAt: number
  notes: string[]
  promised: Promised
}

const MEMOS: Record<Invoice['kind'], string> = {
  sale: 'Invoice issued',
  'late-fee': 'Late fee invoiced',
  storage: 'Storage invoiced',
}

export type Issued = { id: string; number: string; total: number; dueAt: number }

/**
 * Issues an invoice of any kind under the lock of its series: number, document, ledger, the buyer's committed limit and the message to
 * the buyer are one commit. A late fee is announced by the overdue notice instead.
 */
export async function issue(app: App, trx: Kysely<object>, terms: CompanyTerms, to: ToIssue): Promise<Issued> {
  const { kind, accountId, currency, issuedAt, lines, about } = to
  const id = newId()
  const number = await takeNumber(trx, 'invoice', dayOf(issuedAt, terms.timeZone).slice(0, 4))
  const dueAt = businessDaysAfter(issuedAt, terms.paymentDays, terms)
  const bank = await readBankAccount(app, trx)
  const document = documentOf(terms, {
    kind,
    number,
    currency,
    issuedAt,
    suppliedAt: to.suppliedAt,
    dueAt,
    buyer: await buyerOf(trx, accountId),
    subject: { title: to.title, lotNumber: to.lotNumber, ...(to.vin === null ? {} : { vin: to.vin }) },
    ...(bank === null ? {} : { bank }),
    lines,
    about: about === null ? null : { number: about.number, issuedAt: about.issuedAt },
    notes: to.notes,
  })
  await insertInvoice(trx, {
    id,
    number,
    kind,
    about_id: about?.id ?? null,
    account_id: accountId,
    lot_id: to.lotId,
    lot_number: to.lotNumber,
    title: to.title,
    currency,
    ...to.promised,
    document,
    dueAt,
  })
  await bookLines(trx, MEMOS[kind], { accountId, currency, lines, sign: 1 })
  await noteEvent(trx, id, { at: issuedAt, what: 'issued', amount: document.total })
  await bindOwed(trx, { lot_id: to.lotId, account_id: accountId })
  if (kind !== 'late-fee') {
    const about = aboutInvoice({ id, number, currency, kind, lot_number: to.lotNumber, title: to.title })
    const facts = { ...about, total: document.total, dueAt, dueOn: dayOf(dueAt, terms.timeZone) }
    await notify(app, trx, { kind: 'invoice', accountId, key: `invoice:${id}`, facts })
  }
  await useCredit(app, trx, { accountId, invoiceId: id, currency })
  return { id, number, total: document.total, dueAt }
}
