import type { FastifyInstance, FastifyReply } from 'fastify'
import { accessDenial } from '#contract/accounts/access.ts'
import { linkReceipt, linkRefundReceipt, readReceipt, readRefundReceipt } from '#contract/payments/payments.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { refundById } from '../refunds/store.ts'
import { type PaymentRow, paymentById } from '../payment.ts'
import { paymentReceipt, refundReceipt } from './receipt.ts'

/** Receipts: a link for people with access, and the document for anyone with the link. */
export function receiptRoutes(http: FastifyInstance, app: App): void {
  const mayRead = (person: Person, payment: PaymentRow) =>
    payment.account_id === person.id || accessDenial(person, 'cashier') === null

  serve(http, linkReceipt, async ({ params, person }) => {
    const payment = await paymentById(app.db, params.paymentId)
    if (payment === null || !mayRead(person, payment)) throw notFound('this payment')
    if (!hasReceipt(payment))
      return refuse('no-receipt', 'There’s no receipt yet. You get one when the payment goes through.')
    return signLink(app, pathOf(readReceipt.path, payment.id))
  })

  serve(http, readReceipt, async ({ params, query, reply }) => {
    checkLink(app, pathOf(readReceipt.path, params.paymentId), query)
    const payment = await paymentById(app.db, params.paymentId)
    if (payment === null) throw notFound('this receipt')
    return sendPdf(reply, `receipt-${payment.receipt_number ?? payment.id}`, await paymentReceipt(app, payment))
  })

  serve(http, linkRefundReceipt, async ({ params, person }) => {
    const refund = await refundById(app.db, params.refundId)
    const payment = refund === null ? null : await paymentById(app.db, refund.payment_id)
    if (refund === null || payment === null || !mayRead(person, payment)) throw notFound('this refund')
    if (refund.state !== 'succeeded')
      return refuse('no-receipt', 'There’s no receipt yet. You get one when the refund is sent.')
    return signLink(app, pathOf(readRefundReceipt.path, refund.id))
  })

  serve(http, readRefundReceipt, async ({ params, query, reply }) => {
    checkLink(app, pathOf(readRefundReceipt.path, params.refundId), query)
    const refund = await refundById(app.db, params.refundId)
    const payment = refund === null ? null : await paymentById(app.db, refund.payment_id)
    if (refund === null || payment === null) throw notFound('this receipt')
    return sendPdf(reply, `refund-${refund.receipt_number ?? refund.id}`, await refundReceipt(app, refund, payment))
  })
}

function hasReceipt({ state, receipt_number: number }: PaymentRow): boolean {
  return state === 'succeeded' || (state === 'refunded' && number !== null)
}

function pathOf(pattern: string, id: string): string {
  return pattern.replace(/:\w+$/, id)
}

async function sendPdf(reply: FastifyReply, name: string, file: Buffer): Promise<null> {
  await reply.header('content-disposition', `inline; filename="${name}.pdf"`).type('application/pdf').send(file)
  return null
}
