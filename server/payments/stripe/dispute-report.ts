import type Stripe from 'stripe'
import type { DisputeReport } from '../disputes/settle-dispute.ts'
import type { DisputeState } from '../disputes/store.ts'
import { fromStripe } from './stripe-amount.ts'

const STATES: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
}

/** Stripe's current state of a dispute, and its payment; null: the payment is not ours, or the status is irrelevant. */
export async function askDispute(
  stripe: Stripe,
  ref: string,
): Promise<{ paymentId: string; report: DisputeReport } | null> {
  const dispute = await stripe.disputes.retrieve(ref, { expand: ['payment_intent'] })
  const intent = dispute.payment_intent
  const paymentId = intent === null || typeof intent === 'string' ? undefined : intent.metadata['paymentId']
  const state = STATES[dispute.status]
  if (paymentId === undefined || state === undefined) return null
  const { due_by: dueBy, has_evidence: hasEvidence, submission_count: submissions } = dispute.evidence_details
  return {
    paymentId,
    report: {
      ref: dispute.id,
      state,
      amount: fromStripe(dispute.amount, dispute.currency),
      currency: dispute.currency.toUpperCase(),
      reason: dispute.reason.replaceAll('_', ' '),
      evidenceDueAt: dueBy === null ? null : dueBy * 1000,
      evidenceSent: submissions > 0 || (hasEvidence && dispute.status.endsWith('under_review')),
      openedAt: dispute.created * 1000,
      fees: dispute.balance_transactions.map(({ id, fee, currency }) => ({
        ref: id,
        amount: fromStripe(fee, currency),
        currency: currency.toUpperCase(),
      })),
    },
  }
}
