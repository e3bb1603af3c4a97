import type { FastifyInstance } from 'fastify'
import {
  exportDays,
  listOpenRefunds,
  listPayments,
  PROVIDER_WORDS,
  refundPayment,
  settlement,
  settleRefundByHand,
  type CashierPayment,
  type Settlement,
} from '#contract/payments/admin-payments.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { presentPayments, presentRefund } from '../present.ts'
import { payersOf } from '../names-store.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'
import { refundByCashier, settleByHand } from './refunds.ts'
import {
  balancesAt,
  cashierPayment,
  OPEN_REFUND_LIST,
  PAYMENT_LIST,
  sumPayments,
  totalsByDay,
  type CashierPaymentRow,
  type OpenRefundRow,
} from './store.ts'
import { csvRecord } from '#server/platform/csv.ts'
import { plainAmount } from '#server/platform/money-text.ts'

const SETTLEMENT_DAYS_MAX = 366
const DAY_MS = 86_400_000

export function cashierRoutes(http: FastifyInstance, app: App): void {
  const present = async (rows: CashierPaymentRow[]): Promise<CashierPayment[]> => {
    const payments = await presentPayments(app, rows)
    return rows.map((row, index) => ({
      ...payments[index]!,
      accountId: row.account_id,
      person: row.person,
      email: row.email,
      paddle: row.paddle,
      reference: row.reference,
    }))
  }

  serveList(http, app.db, listPayments, PAYMENT_LIST, {
    present,
    more: async (filter, found) => ({ sums: await sumPayments(app.db, filter, found) }),
  })

  serve(http, refundPayment, async ({ params, body, person }) => {
    const refund = await refundByCashier(app, person.id, params.paymentId, body)
    if (refund instanceof Refusal) return refund
    const row = await cashierPayment(app.db, params.paymentId)
    if (row === null) throw notFound('this payment')
    return (await present([row]))[0]!
  })

  serveList(http, app.db, listOpenRefunds, OPEN_REFUND_LIST, {
    async present(rows: OpenRefundRow[]) {
      const payers = await payersOf(
        app.db,
        rows.map((row) => row.payment_id),
      )
      return rows.map((row) => ({
        ...presentRefund(row),
        byHand: row.state === 'by-hand',
        failure: row.failure,
        currency: row.currency,
        provider: row.provider,
        accountId: row.account_id,
        person: row.person,
        payer: payers.get(row.payment_id) ?? null,
      }))
    },
  })

  serve(http, settleRefundByHand, async ({ params, body, person }) => {
    const refund = await settleByHand(app, person.id, params.refundId, body.how)
    return refund instanceof Refusal ? refund : presentRefund(refund)
  })

  serve(http, settlement, async ({ query: { from, to } }) => {
    checkDays(from, to)
    return { days: await totalsByDay(app.db, from, to), balances: await balancesAt(app.db, to) }
  })

  serve(http, exportDays, async ({ query: { from, to }, reply }) => {
    checkDays(from, to)
    return sendCsv(reply, `settlement-${from}-${to}`, daysCsv(await totalsByDay(app.db, from, to)))
  })
}

function checkDays(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days >= 0 && days <= SETTLEMENT_DAYS_MAX) return
  throw invalidInput([{ field: 'to', message: 'Choose an end date after the start date and within one year of it.' }])
}

/** Daily totals as CSV, a row for each day, provider and currency, in the words of the page. */
function daysCsv(days: Settlement['days']): string {
  const head = csvRecord(['Day', 'Way', 'Currency', 'Transfers', 'Received', 'Refunded', 'Net'])
  const rows = days.map(({ day, provider, currency, transfers, received, returned, net }) =>
    csvRecord([
      day,
      PROVIDER_WORDS[provider] ?? provider,
      currency,
      transfers,
      ...[received, returned, net].map((sum) => plainAmount(sum, currency)),
    ]),
  )
  return `\ufeff${head}${rows.join('')}`
}
