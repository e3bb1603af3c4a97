import type { FastifyInstance } from 'fastify'
import {
  exportDays,
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
import { serve } from '#server/platform/http/serve.ts'
import { presentPayment, presentRefund } from '../present.ts'
import { payersOf } from '../names-store.ts'
import { daysCsv, exportPayments } from './export-payments.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { turned } from '../turning.ts'
import { refundByCashier, settleByHand } from './refunds.ts'
import {
  balancesAt,
  cashierPayment,
  countPayments,
  openRefunds,
  pageOfPayments,
  totalsByDay,
  type CashierPaymentRow,
} from './store.ts'

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
    const { sort, order, page, ...filter } = query
    const items: CashierPayment[] = []
    for (const row of await pageOfPayments(house.db, filter, { sort, order, page })) items.push(await present(row))
    return { items, ...turned({ page }, await countPayments(house.db, filter)) }
  })

  serve(app, exportEndpoint, async ({ query, reply }) => sendCsv(reply, 'payments', await exportPayments(house, query)))

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
    checkDays(from, to)
    return { days: await totalsByDay(house.db, from, to), balances: await balancesAt(house.db, to) }
  })

  serve(app, exportDays, async ({ query: { from, to }, reply }) => {
    checkDays(from, to)
    return sendCsv(reply, `settlement-${from}-${to}`, daysCsv(await totalsByDay(house.db, from, to)))
  })
}

function checkDays(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days >= 0 && days <= SETTLEMENT_DAYS_MAX) return
  throw invalidInput([{ field: 'to', message: 'The last day comes after the first, within a year.' }])
}
