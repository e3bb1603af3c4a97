import { payablesOf } from '#server/membership/payable.ts'
import type { Room } from '#server/platform/room.ts'
import { invoicePayment } from './invoice-payment.ts'
import { issueInvoice, type LotSold } from './issue-invoice.ts'
import { invoiceRoutes } from './routes.ts'

/** What a won lot costs, in writing. */
export const invoicesRoom: Room = {
  name: 'invoices',
  setUp(app, house) {
    payablesOf(house).set('invoice', invoicePayment)
    house.outbox.on('lot-sold', (payload, trx) => issueInvoice(house, trx, payload as LotSold))
    invoiceRoutes(app, house)
  },
}
