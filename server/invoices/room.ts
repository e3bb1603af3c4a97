import { personalData } from '#server/accounts/profile/personal-data.ts'
import { payablesOf } from '#server/membership/payable.ts'
import { chore } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { adminInvoiceRoutes } from './admin/admin-routes.ts'
import { cancelVoidedSale, type SaleVoided } from './credit/credit.ts'
import { exportInvoices } from './admin/export-invoices.ts'
import { forgetBuyer } from './forget-buyer.ts'
import { invoicePayment } from './payment/invoice-payment.ts'
import { issueInvoice, type LotSold } from './issue/issue-invoice.ts'
import { invoiceRoutes, paperRoutes } from './routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { watchOver } from './watch-over.ts'

const WATCH_EVERY_MS = 30_000

/** What a won lot costs, in writing: invoices, what can come after them, and what takes them back. */
export const invoicesRoom: Room = {
  name: 'invoices',
  setUp(app, house) {
    payablesOf(house).set('invoice', invoicePayment(house))
    house.outbox.on('lot-sold', (payload, trx) => issueInvoice(house, trx, payload as LotSold))
    house.outbox.on('sale-voided', (payload, trx) => cancelVoidedSale(house, trx, payload as SaleVoided))
    personalData(house, { name: 'invoices', read: exportInvoices, forget: forgetBuyer })
    invoiceRoutes(app, house)
    paperRoutes(app, house)
    adminInvoiceRoutes(app, house)
    settingsRoutes(app, house)
    return chore(house, 'watch over unpaid invoices', WATCH_EVERY_MS, () => watchOver(house))
  },
}
