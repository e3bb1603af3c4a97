import type { FastifyInstance } from 'fastify'
import { listDisputes, type Dispute } from '#contract/payments/disputes.ts'
import type { App } from '#server/platform/app.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { labelsOf } from '../payable.ts'
import { countUnanswered, DISPUTE_LIST, type ListedDispute } from './list-store.ts'

/** Disputed payments, as the cashier sees them. They are answered on the provider's page. */
export function disputeRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listDisputes, DISPUTE_LIST, {
    async present(rows: ListedDispute[]) {
      const labels = await labelsOf(app, app.db, rows)
      return rows.map((row) => presentDispute(app, row, labels.get(row)!))
    },
    more: async () => ({ unanswered: await countUnanswered(app.db) }),
  })
}

function presentDispute(app: App, row: ListedDispute, label: string): Dispute {
  const isTest = app.config.stripe?.secretKey.startsWith('sk_test_') ?? true
  return {
    id: row.id,
    providerRef: row.provider_ref,
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
    label,
    receipt: row.receipt_number,
    accountId: row.account_id,
    person: row.person,
    email: row.email,
    answerUrl:
      row.provider === 'stripe'
        ? `https://dashboard.stripe.com/${isTest ? 'test/' : ''}disputes/${row.provider_ref}`
        : null,
  }
}
