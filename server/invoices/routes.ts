import type { FastifyInstance } from 'fastify'
import { listInvoices, readInvoice, type Invoice } from '#contract/invoices.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import { invoiceOf, invoicesOf, type InvoiceRow } from './store.ts'

const PAGE = 25

export function invoiceRoutes(app: FastifyInstance, house: House): void {
  const presentInvoice = (row: InvoiceRow) => present(row, house.now())

  serve(app, listInvoices, async ({ query, person }) => {
    const rows = await invoicesOf(house.db, person.id, query.cursor ?? null, PAGE)
    return { items: rows.map(presentInvoice), next: rows.length === PAGE ? rows.at(-1)!.id : null }
  })

  serve(app, readInvoice, async ({ params, person }) => {
    const row = await invoiceOf(house.db, params.invoiceId, person.id)
    if (row === null) throw notFound('this invoice')
    return presentInvoice(row)
  })
}

/** `now` in ms: overdue is what is not paid when its time is over, whether somebody has noted it or not. */
function present(row: InvoiceRow, now: number): Invoice {
  const isOpen = row.state === 'issued' || row.state === 'part-paid'
  return {
    id: row.id,
    number: row.number,
    state: isOpen && row.due_at < now ? 'overdue' : row.state,
    currency: row.currency,
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    lines: row.lines,
    net: row.net,
    tax: row.tax,
    total: row.total,
    paid: row.paid,
    issuedAt: row.issued_at,
    dueAt: row.due_at,
  }
}
