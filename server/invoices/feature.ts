import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job } from '#server/platform/job.ts'
import type { Feature } from '#server/platform/feature.ts'
import { foldSums } from '#server/platform/lists/kept-sums.ts'
import { adminInvoiceRoutes } from './admin/admin-routes.ts'
import { INVOICE_SUMS } from './admin/admin-store.ts'
import { cancelVoidedSale } from './credit/credit.ts'
import { handOverLot } from './hand-over.ts'
import { exportInvoices } from './admin/export-invoices.ts'
import { invoicePayment } from './payment/invoice-payment.ts'
import { issueInvoice } from './issue/issue-invoice.ts'
import { invoiceRoutes, documentRoutes } from './routes.ts'
import { settingsChecklist } from './settings/checklist.ts'
import { applyDuePlans } from './settings/plan-settings.ts'
import { settingsRoutes } from './settings/routes.ts'
import { invoiceEvents } from './timeline.ts'
import { isCollected, isHeldByBank, isPaidFor, overdueOf } from './store.ts'
import { strikes } from './strikes/strikes.ts'
import { checkUnpaidInvoices } from './check-unpaid.ts'
import { sql, type Kysely } from 'kysely'

const WATCH_EVERY_MS = 30_000

/** The documents for a won lot: invoices, later charges, and credit notes. */
export const invoicesFeature: Feature = {
  name: 'invoices',
  setUp(http, app) {
    app.extensions.payables.set('invoice', invoicePayment(app))
    app.extensions.overdue.push(overdueOf)
    app.extensions.paidSales.push(isPaidFor)
    app.extensions.heldSales.push(isHeldByBank)
    app.extensions.collectedSales.push(isCollected)
    app.extensions.handOvers.push(handOverLot)
    app.extensions.timeline.push(invoiceEvents)
    app.outbox.on('lot-sold', (payload, trx) => issueInvoice(app, trx, payload))
    app.outbox.on('sale-voided', (payload, trx) => cancelVoidedSale(app, trx, payload))
    strikes(http, app)
    personalData(app, { name: 'invoices', read: exportInvoices, forget: forgetBuyer })
    invoiceRoutes(http, app)
    documentRoutes(http, app)
    adminInvoiceRoutes(http, app)
    settingsRoutes(http, app)
    settingsChecklist(app)
    return job(app, 'check for unpaid invoices and planned settings', WATCH_EVERY_MS, async () => {
      await applyDuePlans(app)
      await checkUnpaidInvoices(app)
      await foldSums(app.db, INVOICE_SUMS)
    })
  },
}

/** Issued invoices are bookkeeping and stay unchanged; only the tax ID for future ones is deleted. */
async function forgetBuyer(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from buyer_tax_id where account_id = ${accountId}`.execute(trx)
}
