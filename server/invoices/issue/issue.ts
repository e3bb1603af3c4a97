import type { Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { CostLine } from '#contract/costs.ts'
import type { Invoice } from '#contract/invoices.ts'
import { useCredit } from '#server/membership/transfer/use-credit.ts'
import { readBankAccount } from '#server/membership/transfer/provider.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { buyerOf } from './buyer.ts'
import { bindOwed, bookLines } from '../book.ts'
import { businessDaysAfter, dayOf } from '../business-days.ts'
import { noteEvent } from '../event-store.ts'
import { takeNumber } from '../settings/number-store.ts'
import { paperOf } from '../papers/paper.ts'
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
 * Issues an invoice of any kind under the lock of its series: number, paper, ledger, what it binds of the buyer's limit, and the message
 * to the buyer are one commit. An overdue notice tells of a late fee itself.
 */
export async function issue(house: House, trx: Kysely<object>, terms: HouseTerms, to: ToIssue): Promise<Issued> {
  const { kind, accountId, currency, issuedAt, lines, about } = to
  const id = newId()
  const number = await takeNumber(trx, 'invoice', dayOf(issuedAt, terms.timeZone).slice(0, 4))
  const dueAt = businessDaysAfter(issuedAt, terms.paymentDays, terms)
  const bank = await readBankAccount(house, trx)
  const paper = paperOf(terms, {
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
    paper,
    dueAt,
  })
  await bookLines(trx, MEMOS[kind], { accountId, currency, lines, sign: 1 })
  await noteEvent(trx, id, { at: issuedAt, what: 'issued', amount: paper.total })
  await bindOwed(trx, { lot_id: to.lotId, account_id: accountId })
  if (kind !== 'late-fee') {
    const facts = { invoiceId: id, number, currency, total: paper.total, dueAt, dueOn: dayOf(dueAt, terms.timeZone) }
    await notify(house, trx, { kind: 'invoice', accountId, key: `invoice:${id}`, facts })
  }
  await useCredit(house, trx, { accountId, invoiceId: id, currency })
  return { id, number, total: paper.total, dueAt }
}
