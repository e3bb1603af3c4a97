import type { FastifyInstance } from 'fastify'
import {
  exportPayments as exportEndpoint,
  listOpenRefunds,
  listPayments,
  refundPayment,
  settlement,
  settleRefundByHand,
  type CashierPayment,
} from '#contract/payments.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import { presentPayment, presentRefund } from '../present.ts'
import { payersOf } from '../transfer/store.ts'
import { exportPayments } from './export-payments.ts'
import { refundByCashier, settleByHand } from './refunds.ts'
import {
  balancesAt,
  cashierPayment,
  countPayments,
  openRefunds,
  paymentsBy,
  totalsByDay,
  type CashierPaymentRow,
} from './store.ts'

const PAGE = 50
const OPEN_REFUNDS_MAX = 200
const SETTLEMENT_DAYS_MAX = 366
const DAY_MS = 86_400_000

export function cashierRoutes(app: FastifyInstance, house: House): void {
  const present = async (row: CashierPaymentRow): Promise<CashierPayment> => ({
    ...(await presentPayment(house, row)),
    accountId: row.account_id,
    person: `${row.person}, ${row.email}`,
    paddle: row.paddle,
  })

  serve(app, listPayments, async ({ query }) => {
    const { cursor = null, ...filter } = query
    const rows = await paymentsBy(house.db, filter, cursor, PAGE)
    const items: CashierPayment[] = []
    for (const row of rows) items.push(await present(row))
    return { items, next: rows.length === PAGE ? rows.at(-1)!.id : null, total: await countPayments(house.db, filter) }
  })

  serve(app, exportEndpoint, async ({ query, reply }) => {
    await reply
      .header('content-disposition', 'attachment; filename="payments.csv"')
      .type('text/csv; charset=utf-8')
      .send(await exportPayments(house, query))
    return null
  })

  serve(app, refundPayment, async ({ params, body, person }) => {
    const refund = await refundByCashier(house, person.id, params.paymentId, body)
    if (refund instanceof Refusal) return refund
    const row = await cashierPayment(house.db, params.paymentId)
    if (row === null) throw notFound('this payment')
    return present(row)
  })

  serve(app, listOpenRefunds, async () => {
    const rows = await openRefunds(house.db, OPEN_REFUNDS_MAX)
    const payers = await payersOf(
      house.db,
      rows.map((row) => row.payment_id),
    )
    const items = rows.map((row) => ({
      ...presentRefund(row),
      byHand: row.state === 'by-hand',
      failure: row.failure,
      currency: row.currency,
      provider: row.provider,
      accountId: row.account_id,
      person: row.person,
      payer: payers.get(row.payment_id) ?? null,
    }))
    return { items }
  })

  serve(app, settleRefundByHand, async ({ params, body, person }) => {
    const refund = await settleByHand(house, person.id, params.refundId, body.how)
    return refund instanceof Refusal ? refund : presentRefund(refund)
  })

  serve(app, settlement, async ({ query: { from, to } }) => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
    if (!(days >= 0 && days <= SETTLEMENT_DAYS_MAX)) {
      throw invalidInput([{ field: 'to', message: 'The last day comes after the first, within a year.' }])
    }
    return { days: await totalsByDay(house.db, from, to), balances: await balancesAt(house.db, to) }
  })
}
