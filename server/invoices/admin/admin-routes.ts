import type { FastifyInstance } from 'fastify'
import {
  cancelInvoice,
  chargeStorage,
  creditInvoice,
  exportInvoices,
  exportSettlement,
  linkAnyCreditNote,
  linkAnyInvoice,
  listAllInvoices,
  markCollected as markCollectedEndpoint,
  readAnyInvoice as readAnyEndpoint,
  readSettlement,
  resendInvoice,
} from '#contract/admin-invoices.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  cancelByCashier,
  chargeStorageByCashier,
  creditByCashier,
  markCollected,
  readAnyInvoice,
  resend,
} from './admin-acts.ts'
import { findInvoices, sumInvoices, type AdminRow } from './admin-store.ts'
import { creditNoteOf } from '../credit/credit-store.ts'
import { toCsv } from './csv.ts'
import { linkTo } from '../papers/paper-link.ts'
import { presentInvoice } from '../present.ts'
import { settle, settlementCsv } from './settlement.ts'
import { owedOf, stateOf } from '../standing.ts'
import { invoiceOf } from '../store.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { dayOf } from '../business-days.ts'

const PAGE = 50
const EXPORT_MAX = 20_000

/** The cashier's side of invoices. */
export function adminInvoiceRoutes(app: FastifyInstance, house: House): void {
  const { db } = house

  serve(app, listAllInvoices, async ({ query: { page = 1, ...filter } }) => {
    const now = house.now()
    const rows = await findInvoices(db, filter, now, { limit: PAGE, offset: (page - 1) * PAGE })
    const sums = await sumInvoices(db, filter, now)
    const count = sums.reduce((sum, one) => sum + one.count, 0)
    return {
      items: rows.map((row) => ({ ...presentInvoice(row, now), buyer: row.buyer })),
      page,
      pages: Math.max(1, Math.ceil(count / PAGE)),
      count,
      sums: sums.map(({ currency, total, credited, paid, owed }) => ({ currency, total, credited, paid, owed })),
    }
  })

  serve(app, exportInvoices, async ({ query, reply }) => {
    const now = house.now()
    const rows = await findInvoices(db, query, now, { limit: EXPORT_MAX, offset: 0 })
    return sendCsv(reply, 'invoices', invoicesCsv(rows, now))
  })

  serve(app, readAnyEndpoint, ({ params }) => readAnyInvoice(house, params.invoiceId))

  serve(app, creditInvoice, ({ params, body, person }) => creditByCashier(house, person.id, params.invoiceId, body))
  serve(app, cancelInvoice, ({ params, body, person }) => cancelByCashier(house, person.id, params.invoiceId, body))
  serve(app, chargeStorage, ({ params, person }) => chargeStorageByCashier(house, person.id, params.invoiceId))
  serve(app, markCollectedEndpoint, ({ params, person }) => markCollected(house, person.id, params.invoiceId))
  serve(app, resendInvoice, ({ params, person }) => resend(house, person.id, params.invoiceId))

  serve(app, linkAnyInvoice, async ({ params }) => {
    const row = await invoiceOf(db, params.invoiceId, null)
    if (row === null) throw notFound('this invoice')
    return linkTo(house, { kind: 'invoice', paperId: row.id })
  })

  serve(app, linkAnyCreditNote, async ({ params }) => {
    const row = await creditNoteOf(db, params.creditNoteId, null)
    if (row === null) throw notFound('this credit note')
    return linkTo(house, { kind: 'credit-note', paperId: row.id })
  })

  serve(app, readSettlement, async ({ params }) => {
    const settlement = await settle(db, params.auctionId, house.now())
    if (settlement === null) throw notFound('this sale')
    return settlement
  })

  serve(app, exportSettlement, async ({ params, reply }) => {
    const settlement = await settle(db, params.auctionId, house.now())
    if (settlement === null) throw notFound('this sale')
    return sendCsv(reply, 'settlement', settlementCsv(settlement))
  })
}

const HEAD = [
  'Number',
  'Kind',
  'Belongs to',
  'State',
  'Issued',
  'Due',
  'Paddle',
  'Buyer',
  'Email',
  'Lot',
  'Vehicle',
  'Currency',
  'Net',
  'Tax',
  'Total',
  'Credited',
  'Paid',
  'Owed',
]

function invoicesCsv(rows: readonly AdminRow[], now: number): string {
  return toCsv(
    HEAD,
    rows.map((row) => {
      const { paper, currency, buyer } = row
      const money = (amount: number) => plainAmount(amount, currency)
      return [
        row.number,
        row.kind,
        row.about_number ?? '',
        stateOf(row, now),
        dayOf(row.issued_at, paper.timeZone),
        dayOf(row.due_at, paper.timeZone),
        buyer.paddle,
        buyer.name,
        buyer.email,
        row.lot_number ?? '',
        row.title,
        currency,
        money(row.net),
        money(row.tax),
        money(row.total),
        money(row.credited),
        money(row.paid),
        money(owedOf(row)),
      ]
    }),
  )
}
