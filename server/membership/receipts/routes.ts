import type { FastifyInstance, FastifyReply } from 'fastify'
import { barrier } from '#contract/access.ts'
import { linkReceipt, linkRefundReceipt, readReceipt, readRefundReceipt } from '#contract/membership.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { refundById } from '../refunds/store.ts'
import { paymentById, type PaymentRow } from '../store.ts'
import { paymentReceipt, refundReceipt } from './receipt.ts'

/** Receipts: a link for who may have it, and the paper for who has the link. */
export function receiptRoutes(app: FastifyInstance, house: House): void {
  const mayRead = (person: Person, payment: PaymentRow) =>
    payment.account_id === person.id || barrier(person, 'cashier') === null

  serve(app, linkReceipt, async ({ params, person }) => {
    const payment = await paymentById(house.db, params.paymentId)
    if (payment === null || !mayRead(person, payment)) throw notFound('this payment')
    if (!hasReceipt(payment)) return refuse('no-receipt', 'There is a receipt when the payment has gone through.')
    return signLink(house, pathOf(readReceipt.path, payment.id))
  })

  serve(app, readReceipt, async ({ params, query, reply }) => {
    checkLink(house, pathOf(readReceipt.path, params.paymentId), query)
    const payment = await paymentById(house.db, params.paymentId)
    if (payment === null) throw notFound('this receipt')
    return sendPdf(reply, `receipt-${payment.receipt_number ?? payment.id}`, await paymentReceipt(house, payment))
  })

  serve(app, linkRefundReceipt, async ({ params, person }) => {
    const refund = await refundById(house.db, params.refundId)
    const payment = refund === null ? null : await paymentById(house.db, refund.payment_id)
    if (refund === null || payment === null || !mayRead(person, payment)) throw notFound('this refund')
    if (refund.state !== 'succeeded') return refuse('no-receipt', 'There is a receipt when the money has gone.')
    return signLink(house, pathOf(readRefundReceipt.path, refund.id))
  })

  serve(app, readRefundReceipt, async ({ params, query, reply }) => {
    checkLink(house, pathOf(readRefundReceipt.path, params.refundId), query)
    const refund = await refundById(house.db, params.refundId)
    const payment = refund === null ? null : await paymentById(house.db, refund.payment_id)
    if (refund === null || payment === null) throw notFound('this receipt')
    return sendPdf(reply, `refund-${refund.receipt_number ?? refund.id}`, await refundReceipt(house, refund, payment))
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
