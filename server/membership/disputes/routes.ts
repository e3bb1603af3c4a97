import type { FastifyInstance } from 'fastify'
import { exportDisputes, listDisputes, type Dispute } from '#contract/disputes.ts'
import { csvInstant, csvRecord } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { turned } from '../turning.ts'
import { payableFor } from '../payable.ts'
import { paymentById } from '../store.ts'
import { countUnanswered, disputesBy, pageOfDisputes, type ListedDispute } from './list-store.ts'

const EXPORT_MAX = 20_000

/** Disputed payments, as the cashier sees them. They are answered on the provider's page. */
export function disputeRoutes(app: FastifyInstance, house: House): void {
  serve(app, listDisputes, async ({ query: { q, state, ...turn } }) => {
    const { rows, total } = await pageOfDisputes(house.db, { q, state }, turn)
    const items: Dispute[] = []
    for (const row of rows) items.push(await presentDispute(house, row))
    return { items, ...turned(turn, total), unanswered: await countUnanswered(house.db) }
  })

  serve(app, exportDisputes, async ({ query, reply }) => {
    const rows = await disputesBy(house.db, query, EXPORT_MAX)
    return sendCsv(reply, 'disputes', `\ufeff${csvRecord(HEAD)}${rows.map((row) => csvRecord(cellsOf(row))).join('')}`)
  })
}

async function presentDispute(house: House, row: ListedDispute): Promise<Dispute> {
  const payment = (await paymentById(house.db, row.payment_id))!
  const payable = payableFor(house, payment)
  const isTest = house.config.stripe?.secretKey.startsWith('sk_test_') ?? true
  return {
    id: row.id,
    state: row.state,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    evidenceDueAt: row.evidence_due_at,
    evidenceSent: row.evidence_sent,
    openedAt: row.opened_at,
    settledAt: row.settled_at,
    paymentId: row.payment_id,
    purpose: row.purpose,
    invoiceId: row.subject_id,
    label: (await payable.describe?.(house.db, payment)) ?? payable.memo,
    receipt: row.receipt_number,
    accountId: row.account_id,
    person: `${row.person}, ${row.email}`,
    answerUrl:
      payment.provider === 'stripe'
        ? `https://dashboard.stripe.com/${isTest ? 'test/' : ''}disputes/${row.provider_ref}`
        : null,
  }
}

const HEAD = [
  'Opened',
  'Dispute',
  'State',
  'Person',
  'Email',
  'For',
  'Receipt',
  'Currency',
  'Amount',
  'Reason',
  'Evidence due',
  'Evidence sent',
  'Decided',
]

function cellsOf(row: ListedDispute): (string | null)[] {
  return [
    csvInstant(row.opened_at),
    row.provider_ref,
    row.state,
    row.person,
    row.email,
    row.purpose,
    row.receipt_number,
    row.currency,
    plainAmount(row.amount, row.currency),
    row.reason,
    csvInstant(row.evidence_due_at),
    row.evidence_sent ? 'yes' : 'no',
    csvInstant(row.settled_at),
  ]
}
