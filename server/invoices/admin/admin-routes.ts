import type { FastifyInstance } from 'fastify'
import {
  cancelInvoice,
  chargeStorage,
  creditInvoice,
  exportSettlement,
  linkAnyCreditNote,
  linkAnyInvoice,
  listAllInvoices,
  markCollected as markCollectedEndpoint,
  readAnyInvoice as readAnyEndpoint,
  readSettlement,
  resendInvoice,
} from '#contract/invoices/admin-invoices.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import {
  cancelByCashier,
  chargeStorageByCashier,
  creditByCashier,
  markCollected,
  readAnyInvoice,
  resend,
} from './admin-actions.ts'
import { invoiceList, sumInvoices, type AdminRow } from './admin-store.ts'
import { creditNoteOf } from '../credit/credit-store.ts'
import { linkTo } from '../documents/document-link.ts'
import { presentInvoice } from '../present.ts'
import { settle, settlementCsv } from './settlement.ts'
import { invoiceOf } from '../store.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'

/** The cashier's endpoints for invoices. */
export function adminInvoiceRoutes(http: FastifyInstance, app: App): void {
  const { db } = app

  serveList(
    http,
    db,
    listAllInvoices,
    invoiceList(() => app.now()),
    {
      present(rows: AdminRow[]) {
        const now = app.now()
        return rows.map((row) => ({ ...presentInvoice(row, now), buyer: row.buyer }))
      },
      more: async (filter, found) => ({ sums: await sumInvoices(db, filter, found) }),
    },
  )

  serve(http, readAnyEndpoint, ({ params }) => readAnyInvoice(app, params.invoiceId))

  serve(http, creditInvoice, ({ params, body, person }) => creditByCashier(app, person.id, params.invoiceId, body))
  serve(http, cancelInvoice, ({ params, body, person }) => cancelByCashier(app, person.id, params.invoiceId, body))
  serve(http, chargeStorage, ({ params, body, person }) =>
    chargeStorageByCashier(app, person.id, params.invoiceId, body.total),
  )
  serve(http, markCollectedEndpoint, ({ params, person }) => markCollected(app, person.id, params.invoiceId))
  serve(http, resendInvoice, ({ params, person }) => resend(app, person.id, params.invoiceId))

  serve(http, linkAnyInvoice, async ({ params }) => {
    const row = await invoiceOf(db, params.invoiceId, null)
    if (row === null) throw notFound('this invoice')
    return linkTo(app, { kind: 'invoice', documentId: row.id })
  })

  serve(http, linkAnyCreditNote, async ({ params }) => {
    const row = await creditNoteOf(db, params.creditNoteId, null)
    if (row === null) throw notFound('this credit note')
    return linkTo(app, { kind: 'credit-note', documentId: row.id })
  })

  serve(http, readSettlement, async ({ params }) => {
    const settlement = await settle(db, params.auctionId, app.now())
    if (settlement === null) throw notFound('this auction')
    return settlement
  })

  serve(http, exportSettlement, async ({ params, reply }) => {
    const settlement = await settle(db, params.auctionId, app.now())
    if (settlement === null) throw notFound('this auction')
    return sendCsv(reply, 'settlement', settlementCsv(settlement))
  })
}
